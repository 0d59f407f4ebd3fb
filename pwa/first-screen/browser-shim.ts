/**
 * The little of a browser that components ask for while they render. Loaded before them: some ask as soon as they are loaded.
 * Effects and presses never happen here.
 */
const nothing = () => undefined

Object.assign(globalThis, {
  window: {
    location: { origin: '', pathname: '/' },
    matchMedia: () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }),
    addEventListener: nothing,
  },
})
