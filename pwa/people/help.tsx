import type { ReactNode } from 'react'
import { OFFER_ANSWER_DAYS, OWNER_RELEASE_HOURS } from '#schema/booking'
import { DAMAGE_ANSWER_HOURS, DAMAGE_WINDOW_HOURS } from '#schema/damage-report'
import { REVIEW_DAYS } from '#schema/review'
import { NavLink } from '../ui/nav-link'
import { TextPage } from './text-page'

interface Answered {
  question: string
  answer: ReactNode
}

const RENTING: readonly Answered[] = [
  {
    question: 'How do I rent something?',
    answer: (
      <>
        Open a listing, pick your days and send an offer. Your card is held, and nothing is taken before the owner
        approves. Owners have {OFFER_ANSWER_DAYS} days to answer, and until noon of the first day at the latest.
      </>
    ),
  },
  {
    question: 'Can I ask the owner something first?',
    answer: <>Yes: press “Ask” on the listing. The conversation goes on in your offer when you make one.</>,
  },
  {
    question: 'What if I must cancel?',
    answer: (
      <>
        Before the approval cancelling costs nothing. After it the listing’s own rule holds: it stands on the listing
        before you offer, and the amount that comes back stands in the question before you confirm.
      </>
    ),
  },
  {
    question: 'Where do I collect it?',
    answer: <>The street is on your offer as soon as the money has been taken. Write to the owner there.</>,
  },
  {
    question: 'What if something breaks?',
    answer: (
      <>
        Take photos when you collect and when you bring back: both sides can, also without a signal. An owner may report
        damage until {DAMAGE_WINDOW_HOURS} hours after the last day. You then have {DAMAGE_ANSWER_HOURS / 24} days to
        answer, and an operator decides where the two of you disagree.
      </>
    ),
  },
]

const OFFERING: readonly Answered[] = [
  {
    question: 'How do I rent things out?',
    answer: (
      <>
        <NavLink to="/create">List an item</NavLink> with photos, a price for a day and your rule for cancelling, and
        set up a payout account in <NavLink to="/settings?tab=payouts">Settings</NavLink>. You can write the listing
        without a connection.
      </>
    ),
  },
  {
    question: 'When am I paid?',
    answer: (
      <>
        A rental’s money is yours {OWNER_RELEASE_HOURS} hours after its last day, unless damage was reported or the
        payer’s bank asks. Earnings in Settings say what is on its way, and why something waits.
      </>
    ),
  },
  {
    question: 'When can I review somebody?',
    answer: <>Both sides can within {REVIEW_DAYS} days. Neither reads the other’s before both are written.</>,
  },
]

const DEVICE: readonly Answered[] = [
  {
    question: 'What works without a connection?',
    answer: (
      <>
        Looking at what this device holds, searching it, writing messages, drafts, posts, reviews and hand-over notes.
        The badge beside the name says what waits, and opens the list of it. Offers and payments wait for a connection.
      </>
    ),
  },
  {
    question: 'How do I put the app on my home screen?',
    answer: (
      <>
        The browser offers it in its menu. On an iPhone or iPad tap Share, then “Add to Home Screen”. From there nothing
        on the device is removed by the browser.
      </>
    ),
  },
  {
    question: 'I share this device with others',
    answer: (
      <>
        Sign out. What you had not sent yet can stay here, encrypted until you sign in again, or be discarded. Nobody
        else sees it.
      </>
    ),
  },
  {
    question: 'I forgot my password',
    answer: (
      <>
        Press “Forgot your password?” where you sign in, and a link comes by mail. In{' '}
        <NavLink to="/settings?tab=security">Settings</NavLink> you can add a passkey and not need one again.
      </>
    ),
  },
]

/** Answers to what people ask most. */
export function Help() {
  return (
    <TextPage title="Help">
      <Answers title="Renting" list={RENTING} />
      <Answers title="Offering" list={OFFERING} />
      <Answers title="Device and account" list={DEVICE} />
      <p>
        Not answered here? <NavLink to="/contact">Contact us</NavLink>.
      </p>
    </TextPage>
  )
}

function Answers({ title, list }: { title: string; list: readonly Answered[] }) {
  return (
    <>
      <h2>{title}</h2>
      {list.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </>
  )
}
