import type { BrowserContext, Page } from '@playwright/test'
import { loseSignal, regainSignal } from './connection'
import { loseSession } from './device-storage'
import { expect, NETWORK_ERRORS, test } from './fixtures'
import { DEMO_PASSWORD, signIn } from './person'
import { pressLogout } from './sessions'
import { bubbles, expectSent, findBooking, openThread, sentTexts, writeMessage } from './threads'
import { expectWorker } from './workers'

/** A setting does not care how wide the window is. */
const ON_PHONE = { tag: '@phone' }

const refuseDatabases = (context: BrowserContext) =>
  context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException(
        'A mutation operation was attempted on a database that did not allow mutations.',
        'InvalidStateError',
      )
    }
  })

async function expectAskedBeforeClosing(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closing
}

test(
  'a browser that lets nothing be kept: everything can be looked at, and the app says what is missing',
  ON_PHONE,
  async ({ kit }) => {
    const profile = await kit.profile()
    await profile.refuseStorage()
    const context = await profile.open()
    const page = await context.newPage()
    await page.goto('/listings')
    const banner = page.getByRole('status').filter({ hasText: 'This browser lets Trestle keep nothing.' })
    await expect(banner).toContainText('To sign in, allow cookies for this site.')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /items$/ })).toBeVisible()
    await page.getByRole('searchbox').fill('plates')
    await expect(page.getByRole('article').filter({ hasText: /plate/i }).first()).toBeVisible()
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^\$[\d.]+\/day$/).first()).toBeVisible()

    await page.goto('/auth')
    await page.getByLabel('Username').fill('planner')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('This browser refuses cookies')).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
  },
)

test(
  'a window without databases: what is written is sent, and what is not is asked about before it is closed',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS)
    const { page, context } = await kit.visitor()
    await refuseDatabases(context)
    const api = kit.api({ context })
    await signIn(api, 'planner')
    const { id } = await findBooking(api, 'pending')
    const texts = ['Nothing', 'is kept'].map((n) => `${n} ${Date.now()}`)
    await openThread(page, id)
    const banner = page.getByRole('status').filter({ hasText: 'This browser lets Trestle keep nothing.' })
    await expect(banner).toContainText('What you have not sent is gone when you close this page.')
    await writeMessage(page, texts[0] as string)
    await expectSent(page, texts.slice(0, 1))
    await expectWorker(page)

    await kit.proxy.mode({ kind: 'refuse' })
    await writeMessage(page, texts[1] as string)
    await expect(bubbles(page, texts[1] as string)).toContainText('Waiting')
    await expectAskedBeforeClosing(page)
    await kit.proxy.reset()
    await expectSent(page, texts)
    expect(await sentTexts(api, id, texts)).toEqual(texts)
  },
)

test(
  'a window without databases: a sign-out offers to keep nothing, and the work of a session that has ended is asked about',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, /401/)
    const { page, context } = await kit.visitor()
    await refuseDatabases(context)
    const api = kit.api({ context })
    await signIn(api, 'planner')
    const { id } = await findBooking(api, 'pending')
    const text = `Not kept ${Date.now()}`
    await openThread(page, id)
    await expectWorker(page)
    await kit.proxy.mode({ kind: 'refuse' })
    await writeMessage(page, text)
    await expect(bubbles(page, text)).toContainText('Waiting')
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await pressLogout(page)
    const dialog = page.getByRole('dialog', { name: 'Sign out now?' })
    await expect(dialog).toContainText('Nothing can be kept here: it is gone once you sign out.')
    await expect(dialog.getByRole('button')).toHaveText(['', 'Cancel', 'Discard and sign out'])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)

    await loseSession(context)
    await kit.proxy.reset()
    await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      'All of it is in this page alone until then, and gone when you close it.',
    )
    await expectAskedBeforeClosing(page)
  },
)

test(
  'a window without databases that opens without a signal goes on as soon as there is one',
  ON_PHONE,
  async ({ kit }) => {
    kit.allowErrors(NETWORK_ERRORS, /Failed to fetch/)
    const { page, context } = await kit.visitor()
    await page.goto('/listings')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectWorker(page)
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Refused.', 'InvalidStateError')
      }
    })
    await loseSignal(kit, page)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Trestle' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await regainSignal(kit, page)
    await expect(page.getByRole('article').first()).toBeVisible()
  },
)
