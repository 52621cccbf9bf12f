// On the page for what cannot be had without a network: looks again as soon as
// there is one.
addEventListener('online', () => location.reload());
