import { addDays } from '#schema/date-range'
import { DAY, type DemoBasis, type DemoRows, type DemoUser, minutesBefore } from './demo-basis'
import { messageCopy, NEIGHBORS } from './demo-copy'

const SHARE_OF_OWNERS = 0.55

/** Days on which owners rent nothing out, all ahead of today and never two ranges of one owner at a time. */
export function blockRows({ dice, now, today }: DemoBasis, people: DemoUser[]): DemoRows['userBlockedDates'] {
  return people.flatMap((person, index) => {
    const isOwner = Boolean(NEIGHBORS[index]?.rents)
    const isHost = person.username === 'host'
    if (!isOwner || !(isHost || dice.chance(SHARE_OF_OWNERS))) return []
    const starts = isHost || dice.chance(0.4) ? [dice.between(9, 25), dice.between(40, 75)] : [dice.between(8, 60)]
    return starts.map((start) => ({
      userId: person.id,
      startDate: addDays(today, start),
      endDate: addDays(today, start + dice.between(0, 5)),
      reason: dice.pick(messageCopy.blockReasons),
      createdAt: minutesBefore(now, dice.between(DAY, 20 * DAY)),
    }))
  })
}
