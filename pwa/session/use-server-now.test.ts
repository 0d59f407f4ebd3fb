import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { noteServerTime } from '../sync/server-clock'
import { useServerNow } from './use-server-now'

const DAY_MS = 86_400_000
const said = (ms: number) => new Date(ms).toUTCString()
afterEach(() => noteServerTime(said(Date.now()), Date.now()))

const Shown = () => String(useServerNow(60_000).getTime())

test('screens go by the server, also where the clock of the device is a day behind', () => {
  noteServerTime(said(Date.now() + DAY_MS), Date.now())
  const shown = Number(renderToStaticMarkup(createElement(Shown)))
  expect(Math.round((shown - Date.now()) / DAY_MS)).toBe(1)
})
