import { expect, test } from 'bun:test'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createElement, type ReactNode, useCallback, useState } from 'react'
import { runHook } from '../test-support/run-hook'
import { AccountContext, useAccount } from './account'
import { RequireUser } from './require-user'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
let signIn: (userId: number) => void

function Device({ children: screen }: { children?: ReactNode }) {
  const [id, setId] = useState(1)
  signIn = setId
  const account = { user: { id }, locked: null } as never
  const Page = useCallback(() => RequireUser({ children: () => screen }), [screen])
  return createElement(
    AccountContext,
    { value: account },
    RouterContextProvider({ router, children: createElement(Page) }),
  )
}

test('nothing of a page is left when another account takes the place of its person', async () => {
  const hook = runHook(
    () => {
      const now = useAccount().user?.id
      const [typedBy] = useState(now)
      return { now, typedBy }
    },
    (screen) => createElement(Device, null, screen),
  )
  const shows = async (userId: number) => {
    for (let waitedMs = 0; hook.latest()?.now !== userId && waitedMs < 3_000; waitedMs += 10) await Bun.sleep(10)
    expect(hook.latest()).toEqual({ now: userId, typedBy: userId })
  }
  await shows(1)
  signIn(2)
  await shows(2)
  hook.stop()
})
