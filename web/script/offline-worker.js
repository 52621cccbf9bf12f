// Keeps what was seen for when there is no network: this build's files, the
// home page and the pages that were read. Pages come from the network whenever
// it answers, so no old build is ever held on to.

const BUILD = 'dama-build-';
const CACHE = `${BUILD}%VERSION%`;
const FILES = ['%FILES%'];
/** Whoever waits longer for a page that is kept sees the kept one. */
const PATIENCE_MS = 4000;
/** Pages that are taken over into a new build. */
const MOST_PAGES = 40;

/** Pages that are the same for everybody: home and texts, and none of games. */
const isKept = (path) =>
  /^\/(en|fil|hu|id)\/([a-z]+(-[a-z]+)*(\/[a-z]+)?)?$/.test(path) && !/\/(games|face|replay|later)$/.test(path);
const langOf = (path) => path.match(/^\/(en|fil|hu|id)\//)?.[1];

self.addEventListener('install', (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const seen = open.map((client) => new URL(client.url).pathname).concat(await keptPages());
  const pages = [...new Set(seen.filter(isKept))].slice(-MOST_PAGES);
  for (const lang of new Set(pages.map(langOf))) pages.push(...essentials(lang));
  // A page that cannot be had now is kept when it is seen next.
  await Promise.allSettled([...new Set(pages)].map((page) => keep(cache, page)));
  // The open pages have their program; the next ones get the new build's.
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

/** Only the build before this one is left, for pages that are still open. */
async function takeOver() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILD));
  const others = builds.filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What a language needs to be played in. */
function essentials(lang) {
  const later = FILES.map((file) => file.match(/later-(\w+)\.js/)?.[1]).find(Boolean);
  return [`/${lang}/`, `/${lang}/offline`, `/${lang}/later?v=${later}`];
}

self.addEventListener('message', (event) => {
  const lang = langOf(`/${event.data?.lang}/`);
  if (lang) event.waitUntil(keepLanguage(lang));
});

async function keepLanguage(lang) {
  const cache = await caches.open(CACHE);
  await Promise.allSettled(essentials(lang).map((page) => keep(cache, page)));
}

/** The pages of all builds, the one read last at the end. */
async function keptPages() {
  const pages = [];
  for (const name of (await caches.keys()).filter((name) => name.startsWith(BUILD))) {
    const requests = await (await caches.open(name)).keys();
    pages.push(...requests.map(({ url }) => new URL(url).pathname));
  }
  return pages.filter(isKept);
}

async function keep(cache, page) {
  if (await cache.match(page)) return;
  const answer = await fetch(page, { credentials: 'same-origin' });
  if (answer.ok) await put(cache, page, answer);
}

/** Whoever plays by links and forms has another home, which needs a network. */
async function put(cache, page, answer) {
  if (/^\/\w+\/$/.test(new URL(page, self.origin).pathname)) {
    const text = await answer.clone().text();
    if (!text.includes('data-app="home"')) return;
  }
  await cache.put(page, answer);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/pkg/')) event.respondWith(file(request));
  else if (request.mode === 'navigate') event.respondWith(page(event, url));
  else if (url.pathname.endsWith('/later')) event.respondWith(file(request));
});

/** What never changes under its name. */
async function file(request) {
  return await caches.match(request) ?? fetch(request);
}

async function page(event, { pathname, search }) {
  const fresh = fetch(event.request).then((answer) => {
    if (!answer.ok || search || !isKept(pathname)) return [answer];
    const copy = answer.clone();
    return [answer, caches.open(CACHE).then((cache) => put(cache, pathname, copy))];
  });
  // It is kept also when it comes too late to be shown.
  event.waitUntil(fresh.then(([, kept]) => kept).catch(() => {}));
  const cache = await caches.open(CACHE);
  const kept = isKept(pathname) ? await cache.match(pathname) : undefined;
  const answered = fresh.then(([answer]) => answer);
  try {
    if (!kept) return await answered;
    const late = new Promise((done) => setTimeout(done, PATIENCE_MS, kept));
    return await Promise.race([answered, late]);
  } catch {
    return kept ?? without(cache, pathname);
  }
}

/** What there is instead, in the page's language or the one read last. */
async function without(cache, pathname) {
  const lang = langOf(pathname) ?? langOf((await keptPages()).pop() ?? '/en/');
  if (pathname === '/') return Response.redirect(`/${lang}/`);
  return await cache.match(`/${lang}/offline`) ?? Response.error();
}
