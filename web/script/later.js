// What a page with a board can do beyond its first move. The starter fetches
// this when the page has come to rest, or with the first key that is pressed;
// every word comes from a part of a page that the server makes in the page's
// language (`/LANG/later`), and nothing in here decides anything of the game.
//
// The files beside this one are joined to it: one script, one name.

const { lang } = document.documentElement;
const table = document.querySelector('[data-app] .table');

let part, words, ready;

/** Called by the starter, with a key or without; what is there already is not
    fetched again. */
export function begin(event) {
  ready ??= bring().catch((error) => {
    console.warn(error);
    ready = null;
    addEventListener('online', () => begin(), { once: true });
  });
  if (event) ready.then(() => part && press(event));
  // The second call comes when the page has come to rest.
  else keepForLater();
}

/** Puts the part where the less used things of the table are: folded away, so
    that nothing moves. */
async function bring() {
  const more = table?.querySelector('.table-more');
  if (!more) return;
  // The file's own name as the version: words and script are of one kind.
  const version = import.meta.url.match(/later-(\w+)/)?.[1];
  const answer = await fetch(`/${lang}/later?v=${version}`);
  if (!answer.ok) throw new Error(answer.status);
  const holder = document.createElement('template');
  holder.innerHTML = await answer.text();
  part = holder.content.firstElementChild;
  words = Object.fromEntries(
    [...part.querySelectorAll('data')].map((data) => [data.value, data.textContent]),
  );
  await style('./later.css');
  more.append(part);
  document.addEventListener('keydown', press);
  listenToSwitch();
  listenToTyping();
  listenToBoard();
}

/** Fetches a style sheet that lies beside this script. */
function style(name) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(name, import.meta.url);
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/** A sentence with its places filled. */
function fill(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

/** Says something in the one place of the table that screen readers listen to.
    The same twice must be another text, or it would be heard once. */
function say(text) {
  const region = find('[data-part=spoken]');
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

function find(selector) {
  return table.querySelector(selector);
}

/** The text of a line of the table that is shown; otherwise nothing. */
function shown(name) {
  const line = find(`[data-part=${name}]:not([hidden])`);
  return line ? line.textContent.trim() : '';
}

/** Opens the folds around an element and brings the focus there. */
function goTo(element) {
  for (let fold = element; fold; fold = fold.parentElement?.closest('details')) {
    if (fold.matches('details')) fold.open = true;
  }
  element.focus();
}
