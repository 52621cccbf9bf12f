// Single keys that are answered by words. What they tell is read from the
// board and the lines around it, as everybody sees them.

const SWITCH = 'dama.keys';

/** What each key does; the list in the part names the same keys. */
const keys = {
  m: () => say(pieces(own())),
  o: () => say(pieces(own() === 'first' ? 'second' : 'first')),
  c: () => say(captures()),
  l: () => say(lastMove()),
  d: () => say(shown('counters') || words.noCounters),
  t: () => say(clocks()),
  s: () => say(standing()),
  e: () => goTo(part.querySelector('[name=move]')),
  b: () => goTo(part.querySelector('[data-board-words] summary')),
  '?': () => goTo(part.querySelector('[data-keys] summary')),
};

function press(event) {
  const act = keys[event.key?.toLowerCase()];
  if (!act || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (areOff() || event.target.closest?.('input, select, textarea')) return;
  event.preventDefault();
  act();
}

function areOff() {
  try { return localStorage.getItem(SWITCH) === 'off'; } catch { return switchedOff; }
}

// Where nothing is kept it holds as long as the page.
let switchedOff = false;

function listenToSwitch() {
  const button = part.querySelector('[data-keys-on]');
  const show = () => button.setAttribute('aria-pressed', !areOff());
  button.addEventListener('click', () => {
    switchedOff = !areOff();
    try { localStorage.setItem(SWITCH, switchedOff ? 'off' : 'on'); } catch { /* not kept */ }
    show();
  });
  show();
}

/** The side whose pieces are the reader's; where two share the board, or for
    who watches, the side to move. */
function own() {
  for (const square of table.querySelectorAll('[data-piece]:not([data-fading])')) {
    const n = square.dataset.square;
    const label = square.getAttribute('aria-label');
    if (label.startsWith(fill('yourMan', { n })) || label.startsWith(fill('yourKing', { n }))) {
      return square.dataset.piece.split('-')[0];
    }
  }
  return (find('.player[data-to-move]') ?? find('.player[data-part=bottom]')).dataset.side;
}

/** "Black · you: men 1, 2, 3; kings 30." */
function pieces(side) {
  const list = (role) => numbers(`[data-piece=${side}-${role}]:not([data-fading])`);
  const [men, kings] = [list('man'), list('king')];
  const parts = [
    men && fill('men', { list: men }),
    kings && fill('kings', { list: kings }),
  ].filter(Boolean);
  const player = find(`.player[data-side=${side}] .player-name`).textContent;
  return fill('pieces', { player, list: parts.join('; ') || words.noPieces });
}

/** The squares that a selector finds, the lowest number first. */
function numbers(selector) {
  return [...table.querySelectorAll(`.board ${selector}`)]
    .map((square) => +square.dataset.square)
    .sort((one, other) => one - other)
    .join(', ');
}

function captures() {
  const chosen = numbers('[aria-selected=true]');
  const must = numbers('[data-must]');
  const targets = numbers('[data-target]');
  const said = [must ? fill('must', { list: must }) : words.noCapture];
  if (chosen && targets) said.push(fill('targets', { n: chosen, list: targets }));
  return said.join(' ');
}

/** The move that led to the position on the board. */
function lastMove() {
  const entries = [...table.querySelectorAll('[data-show-ply]')];
  const at = entries.findIndex((entry) => entry.hasAttribute('aria-current'));
  if (at < 0) return words.noMove;
  const pdn = entries[at].textContent;
  const [from, ...landings] = pdn.match(/\d+/g);
  const made = pdn.includes('x')
    ? fill('capture', { from, list: landings.join(', ') })
    : fill('quiet', { from, to: landings[0] });
  // Who is to move now made the one before the last.
  const back = entries.length - 1 - at;
  const mover = find(`.player${back % 2 ? '[data-to-move]' : ':not([data-to-move])'} .player-name`);
  const known = find('.player[data-to-move]');
  return known ? fill('lastBy', { player: mover.textContent, made }) : fill('last', { made });
}

function clocks() {
  const told = [...table.querySelectorAll('.player')].flatMap((player) => {
    const clock = player.querySelector('.player-clock:not([hidden])');
    return clock ? [`${player.querySelector('.player-name').textContent}: ${clock.textContent}`] : [];
  });
  return told.join('. ') || words.noClock;
}

/** Whose turn it is and what has to be done, or how the game ended. */
function standing() {
  const lines = shown('ending') ? ['headline', 'reason'] : ['status', 'hint'];
  const said = lines.map(shown).filter(Boolean);
  return said.map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(' ');
}
