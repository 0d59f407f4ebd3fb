import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

// React looks at the event that runs, also when it cleans up later.
Object.assign(globalThis, { window: globalThis.window ?? new EventTarget() })

interface RunningHook<Value> {
  /** The last value that the hook returned. */
  latest(): Value | undefined
  stop(): void
}

/**
 * Runs a hook as a screen does, with its effects, on a page without elements.
 * @param within puts the providers around it that the hook needs
 */
export function runHook<Value>(
  useIt: () => Value,
  within: (screen: ReactNode) => ReactNode = (screen) => screen,
): RunningHook<Value> {
  let latest: Value | undefined
  const Screen = () => {
    latest = useIt()
    return null
  }
  const root = createRoot(emptyElement())
  root.render(within(createElement(Screen)))
  return {
    latest: () => latest,
    stop: () => root.unmount(),
  }
}

/** As much of an element as React needs to put nothing into it. */
function emptyElement(): Element {
  const document = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null })
  const defaultView = { HTMLIFrameElement: class {}, document }
  const ownerDocument = Object.assign(document, { defaultView })
  return Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument }) as unknown as Element
}
