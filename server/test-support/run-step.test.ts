import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSteps } from './run-step'
import { until } from './until'

const BEAT_MS = 50

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-step-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** A shell loop that leaves a mark in `beats` for as long as it lives. */
const heart = () => `while :; do echo beat >> ${join(folder, 'beats')}; sleep ${BEAT_MS / 1000}; done`

const beats = async () => (await readFile(join(folder, 'beats'), 'utf8').catch(() => '')).length

async function hasStopped(): Promise<boolean> {
  const before = await beats()
  await Bun.sleep(BEAT_MS * 6)
  return before > 0 && (await beats()) === before
}

test('the exit code is handed back', async () => {
  expect(await createSteps().run(['sh', '-c', 'exit 3'])).toBe(3)
})

test('the command sees the given environment', async () => {
  expect(await createSteps().run(['sh', '-c', 'test "$KIND" = linens'], { env: { KIND: 'linens' } })).toBe(0)
})

test('a program that does not exist is a failure, not an exception', async () => {
  expect(await createSteps().run(['no-such-program-anywhere'])).toBe(127)
})

test('a process that a command left behind is ended with it, although it holds the output open', async () => {
  const exitCode = await createSteps().run(['sh', '-c', `(${heart()}) & sleep 0.3; exit 0`])
  expect(exitCode).toBe(0)
  await until(hasStopped)
})

test('an interruption ends the command and what it started, and nothing starts after it', async () => {
  const steps = createSteps()
  const running = steps.run(['sh', '-c', `(${heart()}) & wait`])
  await until(async () => (await beats()) > 0)
  await steps.interrupt()
  expect(await running).not.toBe(0)
  await until(hasStopped)
  expect(steps.isInterrupted()).toBe(true)
  expect(await steps.run(['sh', '-c', 'exit 0'])).toBe(130)
})
