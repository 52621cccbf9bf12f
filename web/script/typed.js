// Moves that are typed, and the board as text.
//
// A typed move is made as a hand would make it, on the squares themselves: so
// the program judges it and says why not, as it does for everybody.

function listenToTyping() {
  const form = part.querySelector('form');
  const field = form.elements.move;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const refusal = typed(field.value);
    if (refusal) say(refusal);
    form.querySelector('[data-refusal]').textContent = refusal ?? '';
    field.setAttribute('aria-invalid', !!refusal);
    if (refusal) field.select();
    else field.value = '';
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') find('.board [tabindex="0"]').focus();
  });
}

/** Makes the move that a text means; says why not, or nothing. */
function typed(text) {
  const squares = text.match(/\d+/g) ?? [];
  if (squares.length < 2) return words.unclear;
  const on = (n) => find(`.board [data-square="${+n}"]`);
  const missing = squares.find((n) => !on(n));
  if (missing) return fill('noSquare', { n: missing });
  // What was in hand or asked is off, and the board is that of now.
  putBack();
  find('[data-action=latest]:not([disabled])')?.click();
  const before = table.dataset.ply;
  const isMade = () => table.dataset.ply !== before || !find('[data-part=question]').hidden;
  const [from, ...landings] = squares;
  const end = landings[landings.length - 1];
  if (!on(from).dataset.piece) return fill('empty', { n: from });
  on(from).click();
  if (on(from).getAttribute('aria-selected') !== 'true') return refused() || words.notPossible;
  // A chain may be typed by its end alone, but never only in part.
  if (!on(end).dataset.target) {
    on(end).click();
    const why = refused() || words.notThere;
    putBack();
    return why;
  }
  for (const landing of landings) {
    on(landing).click();
    if (isMade()) return null;
    const why = refused();
    if (why) return why;
  }
  const waits = find('.board [aria-selected=true]');
  putBack();
  return waits ? words.ambiguous : words.notThere;
}

/** Why the program said no to the last touch of the board. */
function refused() {
  return find('[data-part=hint][data-refusal]:not([hidden])')?.textContent;
}

function putBack() {
  table.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}

/** Keeps the board in words in line with the board, while it is open. */
function listenToBoard() {
  const fold = part.querySelector('[data-board-words]');
  const holder = fold.querySelector('div');
  const tell = () => {
    if (!fold.open) return;
    const lines = [pieces('first'), pieces('second'), lastMove(), standing()];
    const texts = lines.filter(Boolean);
    while (holder.children.length > texts.length) holder.lastChild.remove();
    texts.forEach((text, at) => {
      const line = holder.children[at] ?? holder.appendChild(document.createElement('p'));
      if (line.textContent !== text) line.textContent = text;
    });
  };
  fold.addEventListener('toggle', tell);
  new MutationObserver(tell).observe(table, { attributes: true, attributeFilter: ['data-ply', 'data-seq', 'data-state'] });
  new MutationObserver(tell).observe(find('.board'), { attributes: true, subtree: true, attributeFilter: ['data-piece', 'data-fading', 'data-square'] });
}
