import { useState } from 'react'
import { isDelivered } from '#schema/booking'
import { addDays, type Day, formatWeekday, todayIn } from '#schema/date-range'
import { useKeptText } from '../../drafts/use-kept-text'
import { useAccount } from '../../session/account'
import { useServerNow } from '../../session/use-server-now'
import { serverNow } from '../../sync/server-clock'
import { DayField } from '../../ui/fields/day-field'
import { TextAreaField } from '../../ui/fields/text-area-field'
import { isolated } from '../../ui/isolated'
import { PressDialog } from '../../ui/press-dialog'
import { errorNotice, useToast } from '../../ui/toasts'
import type { ShownBooking } from './booking-queries'
import { askBackDraftId, DECLINE_REASON_MAX } from './decline-offer'

const LOOK_AGAIN_MS = 60_000

interface AskBackDialogProps {
  booking: ShownBooking
  onClose: () => void
}

/** An owner's action while the rental is out: ask for it by a day. The message may wait for a connection. */
export function AskBackDialog({ booking, onClose }: AskBackDialogProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const { id: bookingId, renterUsername, listingTitle, timezone, endDate } = booking
  const today = todayIn(timezone, useServerNow(LOOK_AGAIN_MS))
  const [day, setDay] = useState<Day | null>(addDays(today, today < endDate ? 1 : 0))
  const draftId = askBackDraftId(bookingId)
  const { text: words, change: setWords } = useKeptText(engine.db, draftId)
  const isTooLong = words.trim().length > DECLINE_REASON_MAX
  const isInTime = day !== null && today <= day && day <= endDate

  async function ask(by: Day) {
    const thing = isolated(listingTitle)
    const request = isDelivered(booking)
      ? `May I fetch ${thing} by ${formatWeekday(by)}?`
      : `Please bring ${thing} back by ${formatWeekday(by)}.`
    const content = [request, words.trim()].filter(Boolean).join('\n\n')
    const composedAt = new Date(serverNow()).toISOString()
    const message = { bookingId, content, clientId: crypto.randomUUID(), composedAt }
    try {
      await engine.submit('message.send', message, { draft: draftId })
      toast({ title: `${renterUsername} is asked for it`, description: 'The answer comes in your messages.' })
      onClose()
    } catch {
      toast(errorNotice('Failed to write the message', 'Please try again.'))
    }
  }
  return (
    <PressDialog
      title={`Ask for “${listingTitle}” back?`}
      lightDismiss={words.trim() === ''}
      onClose={onClose}
      press="Ask for it back"
      onPress={() => isInTime && ask(day)}
      disabled={!isInTime || isTooLong}
      back="Not yet"
    >
      <div className="stack">
        <p>{`It is with ${renterUsername}, so cancelling would not bring it back. ${renterUsername} reads this as a message.`}</p>
        <DayField
          label="Back by"
          min={today}
          value={day}
          onChange={setDay}
          {...(isInTime ? {} : { error: `Please choose a day from today to ${formatWeekday(endDate)}` })}
        />
        <TextAreaField
          label="Why"
          optional
          rows={3}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          {...(isTooLong ? { error: 'Please keep the reason under 2,000 characters' } : {})}
        />
      </div>
    </PressDialog>
  )
}
