// Faces and signs beside a board at which two people play.
//
// The page's program brings none of this: it hands every message of the server
// to `hear`, and the page's starter fetches this file at the first one. All
// words come from the part of a page that the server makes for the language and
// the seat (`/g/ID/beside`); this file decides nothing about the game.

const KEY = 'dama.reactions';
const PUSH_KEY = 'dama.push';
const SHOWN_MS = 6000;
const { lang } = document.documentElement;

let part, game, you, asked = Promise.resolve(), hiding, moves = 0, offered = false;

/** Takes a message of the server: of the socket, or the answer to a poll. */
export function hear(text) {
  const told = JSON.parse(text);
  // One after the other: what a game is told is shown after its part has come.
  asked = asked.then(() => take(told)).catch((error) => console.warn(error));
}

async function take(told) {
  const whole = told.game ?? told.snapshot;
  if (whole && typeof whole === 'object') {
    if (whole.id !== game || whole.you !== you) await sit(whole);
    moves = whole.moves.filter((_, ply) => (ply % 2 === 0) === (whole.you === 'first')).length;
  }
  if (!part) return;
  for (const { event } of told.events ?? (told.type === 'event' ? [told] : [])) {
    // Not at once: who has moved twice knows what this is, and may wish to go.
    if (event.kind === 'moved' && event.side === you && ++moves >= 2) await offer();
  }
  const presence = told.type === 'presence' ? told : told.presence;
  if (presence) {
    show('first', presence.first_face);
    show('second', presence.second_face);
    // While nobody sits there, nobody would hear.
    const signs = part.querySelector('[data-signs]');
    if (signs) signs.hidden = !presence.first || !presence.second;
  }
  const reaction = told.type === 'reaction' ? told : told.reaction;
  if (reaction) react(reaction);
}

/** Puts the part for this game and seat on the page. */
async function sit(whole) {
  const answer = await fetch(`/g/${whole.id}/beside?lang=${lang}`);
  if (!answer.ok) return;
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  part?.remove();
  part = holder.content.firstElementChild;
  ({ id: game, you } = whole);
  await style();
  document.querySelector('[data-app] [data-part=actions]')?.after(part);
  show('first', part.dataset.first);
  show('second', part.dataset.second);
  listen();
}

/** The page of a game has the style sheet already; the home page has not. */
function style() {
  const href = part.dataset.style;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** Shows a side's face in both places where that side may stand: the style
    sheet picks the one at which it stands now. */
function show(side, face) {
  for (const player of document.querySelectorAll('[data-app] .player')) {
    let figure = player.querySelector(`.face[data-of=${side}]`);
    if (!face) {
      figure?.remove();
      continue;
    }
    if (!figure) {
      figure = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      figure.innerHTML = '<use/>';
      figure.setAttribute('role', 'img');
      figure.setAttribute('class', 'face');
      figure.dataset.of = side;
      player.querySelector('.player-piece').after(figure);
    }
    const name = nameOf(face);
    const whose = { [you]: 'faceYou' }[side] ?? (you === 'watcher' ? '' : 'faceFriend');
    figure.setAttribute('aria-label', (part.dataset[whose] ?? '*').replace('*', name));
    figure.firstElementChild.setAttribute('href', part.dataset.figures + face);
  }
  if (side === you) {
    const chosen = part.querySelector('[data-faces] [aria-pressed=true]')?.value;
    if (face && chosen && face !== chosen) say(part.dataset.faceChosen.replace('*', nameOf(face)));
    for (const button of part.querySelectorAll('[data-faces] button')) {
      button.setAttribute('aria-pressed', button.value === face);
    }
  }
}

function nameOf(face) {
  return part.querySelector(`data[value="${face}"]`)?.textContent ?? '';
}

/** Says something in the one place that screen readers listen to. The same twice
    must be another text, or it would be heard once. */
function say(words) {
  const line = part.querySelector('p[data-said]');
  line.textContent = line.textContent === words ? `${words}\u00a0` : words;
}

/** Shows and says a sign, unless the reader wants none of the friend's. */
function react({ side, reaction }) {
  const own = side === you;
  const sign = part.querySelector(`[data-signs] button[value="${reaction}"]`);
  if (!sign || (!own && isOff())) return;
  const said = own ? sign.dataset.said : sign.dataset.heard;
  for (const old of document.querySelectorAll('.bubble')) old.remove();
  for (const player of document.querySelectorAll(`[data-app] .player[data-side=${side}]`)) {
    const bubble = document.createElement('span');
    bubble.className = 'bubble';
    bubble.setAttribute('aria-hidden', 'true');
    bubble.append(...[...sign.childNodes].map((node) => node.cloneNode(true)));
    player.append(bubble);
  }
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    for (const old of document.querySelectorAll('.bubble')) old.remove();
  }, SHOWN_MS);
  say(said);
}

function isOff() {
  return kept(KEY) === 'off';
}

function kept(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function keep(key, value) {
  try { localStorage.setItem(key, value); } catch { /* kept nowhere */ }
}

/** The script of pushes, and where it is offered; nothing where the server or
    the browser has no pushes. */
async function pushes() {
  const place = part.querySelector('[data-push]');
  const script = place && await import(place.dataset.script);
  return script?.can() ? { place, script } : null;
}

/** Offers to tell the reader of a turn: once, and to nobody who said no. */
async function offer() {
  if (offered || kept(PUSH_KEY) || self.Notification?.permission === 'denied') return;
  offered = true;
  const found = await pushes();
  if (!found) return;
  found.place.hidden = false;
  say(found.place.querySelector('p').textContent);
}

/** Switches pushes on or off, and says what came of it. */
async function switchPushes(on) {
  const note = part.querySelector('[data-push-note]');
  const { place, script } = await pushes() ?? {};
  if (!place) {
    note.textContent = note.dataset.failed;
    return;
  }
  place.hidden = true;
  note.textContent = note.dataset.wait;
  const result = on ? await script.begin(place.dataset.push, lang) : await script.end();
  // Where it did not work nobody is asked again; the switch stays.
  const is = result === 'on' || (!on && result === 'failed');
  keep(PUSH_KEY, is ? 'on' : 'no');
  note.textContent = note.dataset[result];
  part.querySelector('[data-push-switch]').setAttribute('aria-pressed', is);
}

function listenToPushes() {
  const button = part.querySelector('[data-push-switch]');
  if (!button) return;
  button.setAttribute('aria-pressed', kept(PUSH_KEY) === 'on');
  button.addEventListener('click', () => {
    switchPushes(button.getAttribute('aria-pressed') !== 'true');
  });
  part.querySelector('[data-push-yes]').addEventListener('click', () => switchPushes(true));
  part.querySelector('[data-push-no]').addEventListener('click', ({ target }) => {
    keep(PUSH_KEY, 'no');
    target.closest('[data-push]').hidden = true;
  });
  if (kept(PUSH_KEY) !== 'on') return;
  // It may have been switched off at a notice, or in the browser's settings.
  pushes().then((found) => found?.script.isOn()).then((on) => {
    button.setAttribute('aria-pressed', !!on);
    if (!on) keep(PUSH_KEY, 'no');
  });
}

function listen() {
  listenToPushes();
  const trouble = part.querySelector('[data-trouble]');
  part.querySelector('.sign-buttons')?.addEventListener('click', async (event) => {
    const sign = event.target.closest('button');
    if (!sign) return;
    const id = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0')).join('');
    const refused = await post(`/api/games/${game}/commands`, { type: 'react', id, reaction: sign.value });
    trouble.textContent = refused === 429 ? trouble.dataset.tooOften
      : refused ? trouble.dataset.failed : '';
  });
  part.querySelector('[data-faces]')?.addEventListener('submit', (event) => {
    event.preventDefault();
    // The new face comes back to everybody, and so here.
    post('/api/me/face', { face: event.submitter.value });
  });
  const shows = part.querySelector('[data-show]');
  shows?.setAttribute('aria-pressed', !isOff());
  shows?.addEventListener('click', () => {
    keep(KEY, isOff() ? 'on' : 'off');
    shows.setAttribute('aria-pressed', !isOff());
  });
  const watch = part.querySelector('[data-watch]');
  watch?.addEventListener('click', async () => {
    const url = watch.dataset.watch;
    const note = watch.parentElement.querySelector('small');
    try {
      await navigator.clipboard.writeText(url);
      note.textContent = watch.dataset.done;
    } catch {
      // Where the clipboard is closed the link can be read and selected.
      note.textContent = url;
    }
  });
}

/** Sends a wish; the status of a refusal, or nothing. */
async function post(path, body) {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.ok ? null : answer.status;
  } catch {
    return 1;
  }
}
