import { expect, test } from 'bun:test'
import { noteSessionEnd, onSessionEnd } from './session-end'

test('an end of the session that came before anybody listened is heard, once', () => {
  const heard: string[] = []
  noteSessionEnd()
  const stop = onSessionEnd(() => heard.push('first'))
  expect(heard).toEqual(['first'])
  const stopSecond = onSessionEnd(() => heard.push('second'))
  expect(heard).toEqual(['first'])
  noteSessionEnd()
  expect(heard).toEqual(['first', 'first', 'second'])
  stop()
  stopSecond()
})
