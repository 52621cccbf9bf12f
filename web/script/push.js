// Being told of a turn by push. Fetched at the reader's second move in a game
// with a friend, or when the reader asks for it; nobody else pays for it.

const KEPT = 'dama-push';
const WAIT_MS = 10000;

/** Some browsers never answer where there is no push service. */
function inTime(promise) {
  const late = new Promise((_, fail) => setTimeout(fail, WAIT_MS, 'no answer'));
  return Promise.race([promise, late]);
}

/** Whether this browser can be told anything at all. */
export function can() {
  return 'serviceWorker' in navigator && 'PushManager' in self && 'Notification' in self;
}

/** Begins; what became of it is the name of a text: `on`, `denied` or `failed`. */
export async function begin(key, lang) {
  try {
    if (await Notification.requestPermission() !== 'granted') return 'denied';
    const { pushManager } = await worker();
    const site = bytes(key);
    let mine = await pushManager.getSubscription();
    if (mine && !same(mine.options.applicationServerKey, site)) {
      await mine.unsubscribe();
      mine = null;
    }
    const wish = { userVisibleOnly: true, applicationServerKey: site };
    mine ??= await inTime(pushManager.subscribe(wish));
    // The worker says it in these words, also where it cannot ask for them.
    if (self.caches) await (await caches.open(KEPT)).add(`/push-words?lang=${lang}`);
    if (await post('/api/me/push', { ...mine.toJSON(), lang })) return 'on';
    await mine.unsubscribe();
  } catch (error) {
    console.warn(error);
  }
  return 'failed';
}

/** Ends: here, and at the server. */
export async function end() {
  try {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const mine = await registration?.pushManager.getSubscription();
    if (!mine) return 'off';
    const told = await post('/api/me/push/off', { endpoint: mine.endpoint });
    return await mine.unsubscribe() || told ? 'off' : 'failed';
  } catch (error) {
    console.warn(error);
    return 'failed';
  }
}

/** Whether somebody has switched it off elsewhere, at a notice or in the
    browser's settings. */
export async function isOn() {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  const mine = await registration?.pushManager?.getSubscription();
  return !!mine && Notification.permission === 'granted';
}

/** The worker, once it can take messages; one that never can is a failure. */
async function worker() {
  await navigator.serviceWorker.register('/sw.js');
  return inTime(navigator.serviceWorker.ready);
}

function bytes(text) {
  const raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

function same(buffer, wanted) {
  const there = new Uint8Array(buffer ?? 0);
  return there.length === wanted.length && there.every((byte, at) => byte === wanted[at]);
}

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.ok;
}
