/**
 * The little of a browser that components ask for while they render. Loaded before them: some ask as soon as they are loaded.
 * What they ask in effects and presses never happens here.
 */
const nothing = () => undefined

Object.assign(globalThis, {
  window: {
    location: { origin: '', pathname: '/' },
    matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
    addEventListener: nothing,
  },
})
