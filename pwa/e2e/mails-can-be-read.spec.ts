import { NOTICE_WORDS } from '#schema/push-notice'
import { mailSamples } from '../../server/test-support/mail-samples'
import { axe } from './axe'
import { expect, test } from './fixtures'

/** The widths of a phone and of a mail program's pane. */
const WIDTHS = [390, 680]

/** Each mail is drawn and checked in two widths and two schemes: in halves, neither story comes near its time limit. */
const isNotice = ({ name }: { name: string }) => (NOTICE_WORDS as readonly string[]).includes(name)
const HALVES = {
  'about the account': mailSamples().filter((sample) => !isNotice(sample)),
  'about offers, orders and money': mailSamples().filter(isNotice),
}

for (const [half, samples] of Object.entries(HALVES))
  test(`every mail ${half} fits a phone and a pane, light and dark, and fetches nothing`, { tag: '@desktop' }, async ({
    kit,
  }) => {
    const { page } = await kit.visitor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const { name, mail } of samples) {
      await page.setContent(mail.html)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(sideways, `${name} at ${width} px`).toBeLessThanOrEqual(0)
      }
      await page.emulateMedia({ colorScheme: 'light' })
      expect.soft(await axe(page), `${name}, light`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await axe(page, ['color-contrast']), `${name}, dark`).toEqual([])
    }
    expect(requests).toEqual([])
  })
