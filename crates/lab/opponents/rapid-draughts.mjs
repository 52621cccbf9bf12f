// rapid-draughts (npm, English draughts) as a player of matches: it answers
// `new`, `go MS FEN1 … FENn` and `quit` as `dama engine --line` does.
//
// The package searches to a depth and knows no clock. Here it deepens ply by
// ply until its time is up, and plays the move of the last whole search.

import { createInterface } from 'node:readline';
import { DraughtsPlayer } from 'rapid-draughts';
import {
  EnglishDraughts,
  EnglishDraughtsBitSquare as bit,
  EnglishDraughtsComputerFactory as Computer,
} from 'rapid-draughts/english';

const DEEPEST = 60;
const TIME_UP = new Error('time is up');

// Its bits of the squares 1 to 32, as its own board is laid out.
const BITS = [
  11, 5, 31, 25, 10, 4, 30, 24, 3, 29, 23, 17, 2, 28, 22, 16,
  27, 21, 15, 9, 26, 20, 14, 8, 19, 13, 7, 1, 18, 12, 6, 0,
].map((index) => bit[index]);

let deadline = Infinity;

// Every node of its search clones a position: the place to look at the clock.
const prototype = Object.getPrototypeOf(EnglishDraughts.setup().engine);
const clone = prototype.clone;
prototype.clone = function () {
  if (performance.now() > deadline) throw TIME_UP;
  return clone.call(this);
};

function read(fen) {
  const [side, ...lists] = fen.split(':');
  const board = { light: 0, dark: 0, king: 0 };
  for (const list of lists) {
    const color = list[0] === 'W' ? 'light' : 'dark';
    for (const item of list.slice(1).split(',').filter(Boolean)) {
      const king = item[0] === 'K';
      const square = BITS[Number(king ? item.slice(1) : item) - 1];
      board[color] = (board[color] | square) >>> 0;
      if (king) board.king = (board.king | square) >>> 0;
    }
  }
  const player = side === 'W' ? DraughtsPlayer.LIGHT : DraughtsPlayer.DARK;
  return EnglishDraughts.setup({ player, board });
}

async function think(game, ms) {
  const end = performance.now() + ms;
  let best;
  try {
    for (let maxDepth = 1; maxDepth <= DEEPEST; maxDepth += 1) {
      best = await Computer.alphaBeta({ maxDepth })(game);
      deadline = end;
      if (performance.now() > end || game.moves.length === 1) break;
    }
  } catch (error) {
    if (error !== TIME_UP) throw error;
  } finally {
    deadline = Infinity;
  }
  return best;
}

const row = (square) => Math.floor(square / 4);
const column = (square) => 2 * (square % 4) + (row(square) % 2 === 0 ? 1 : 0);

function squareAt(r, c) {
  return r < 0 || r > 7 || c < 0 || c > 7 ? -1 : 4 * r + Math.floor(c / 2);
}

// The landing squares on the way over these captured pieces, from 0.
function route(at, to, captures) {
  if (captures.length === 0) return at === to ? [at] : undefined;
  for (const over of captures) {
    const [dr, dc] = [row(over) - row(at), column(over) - column(at)];
    if (Math.abs(dr) !== 1 || Math.abs(dc) !== 1) continue;
    const landing = squareAt(row(over) + dr, column(over) + dc);
    const rest = landing < 0 ? undefined : route(landing, to, captures.filter((c) => c !== over));
    if (rest) return [at, ...rest];
  }
  return undefined;
}

function write({ origin, destination, captures }) {
  if (captures.length === 0) return `${origin + 1}-${destination + 1}`;
  const path = route(origin, destination, captures) ?? [origin, destination];
  return path.map((square) => square + 1).join('x');
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ms, ...fens] = line.trim().split(/\s+/);
  if (command === 'quit') break;
  if (command === 'new' || command === '') continue;
  if (command !== 'go' || fens.length === 0) {
    console.log('error bad_command');
    continue;
  }
  const game = read(fens.at(-1));
  const best = game.moves.length === 0 ? undefined : await think(game, Number(ms));
  console.log(`bestmove ${best ? write(best) : 'none'}`);
}
