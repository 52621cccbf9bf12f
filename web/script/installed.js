// The page without a network: the service worker is asked for when the page has
// come to rest, so that it costs the first visit nothing.

function keepForLater() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.register('/sw.js')
    .then(() => serviceWorker.ready)
    .then(({ active }) => active.postMessage({ lang }))
    .catch((error) => console.warn(error));
}
