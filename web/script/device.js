/** What the program asks of the browser and gets an answer to later: promises
    weigh little here and a great deal in WebAssembly. Part of the starter, so
    the syntax is as old as `import()`. */
self.device = {
  /** Sends a request; `done(ok, text)` has no text when nobody answered. */
  ask: (path, post, body, signal, done) =>
    fetch(path, {
      method: post ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json' } : {},
      body,
      signal,
    })
      .then(answer => answer.text().then(text => [answer.ok, text]))
      .catch(() => [false])
      .then(([ok, text]) => done(ok, text)),

  /** Puts a text on the clipboard, which is missing on pages that did not come
      over TLS; `done` is told whether that worked. */
  copy: (text, done) =>
    (navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject())
      .then(() => done(true), () => done(false)),

  /** Whether the device has a share sheet. */
  shares: () => !!navigator.share,

  /** Opens it. Closing it without choosing is no fault. */
  share: (text, url) => {
    navigator.share({ text, url }).catch(() => {});
  },

  /** Lets a picture come along places; a browser that cannot puts it where it
      belongs. */
  glide: (picture, places, ms) => {
    if (picture.animate) picture.animate({ transform: places.split(';') }, ms);
  },

  /** A sound of our own, made on the spot: two short tones that nobody has to
      download. A browser that wants a press first, or has no sound, is silent. */
  beep: () => {
    try {
      const context = new AudioContext();
      for (const [at, pitch] of [[0, 523], [0.14, 784]]) {
        const tone = context.createOscillator();
        tone.frequency.value = pitch;
        tone.connect(context.destination);
        tone.start(context.currentTime + at);
        tone.stop(context.currentTime + at + 0.12);
      }
    } catch (silence) {}
  },

  /** What is heard in a game of two people goes to a script that nobody else
      fetches. */
  hear: text => {
    import('./beside.js').then(beside => beside.hear(text));
  },

  /** What nobody needs before the first move; with the key that asked for it. */
  later: key => {
    import('./later.js').then(later => later.begin(key));
  },
};
