// Shows that it is the reader's turn. The message says which game and in which
// language; the words are kept from when the reader asked to be told, or
// fetched.

self.addEventListener('push', (event) => event.waitUntil(notice(event.data)));

async function notice(data) {
  let told = {};
  try { told = data?.json() ?? {}; } catch { /* not ours: a notice must be shown all the same */ }
  const words = await wordsOf(told.lang);
  await self.registration.showNotification(words.title ?? 'Dama', {
    body: words.body,
    lang: told.lang,
    // One for each game: a newer one takes its place.
    tag: told.game,
    data: told.game,
    actions: words.end ? [{ action: 'end', title: words.end }] : [],
  });
}

async function wordsOf(lang = '') {
  const path = `/push-words?lang=${encodeURIComponent(lang)}`;
  try {
    const kept = await self.caches?.match(path);
    const answer = kept ?? await fetch(path);
    return answer.ok ? await answer.json() : {};
  } catch {
    return {};
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil(event.action === 'end' ? endPushes() : goTo(data));
});

/** Goes to the game, where it is open already if it is. */
async function goTo(game) {
  const path = /^\w+$/.test(game ?? '') ? `/g/${game}` : '/';
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

/** No more notices in this browser. */
async function endPushes() {
  const mine = await self.registration.pushManager.getSubscription();
  if (!mine) return;
  await tell('/api/me/push/off', { endpoint: mine.endpoint }).catch(() => {});
  await mine.unsubscribe();
}

// The push service has changed the address: the server is told the new one.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  if (oldSubscription) {
    await tell('/api/me/push/off', { endpoint: oldSubscription.endpoint }).catch(() => {});
  }
  const mine = newSubscription ?? (options && await self.registration.pushManager.subscribe(options));
  const kept = await self.caches?.open('dama-push').then((cache) => cache.keys()) ?? [];
  const lang = kept.map(({ url }) => new URL(url).searchParams.get('lang')).pop();
  if (mine) await tell('/api/me/push', { ...mine.toJSON(), lang });
}

function tell(path, body) {
  const headers = { 'content-type': 'application/json' };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
}
