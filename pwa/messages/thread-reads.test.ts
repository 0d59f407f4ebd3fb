import { describe, expect, test } from 'bun:test'
import { countUnreadMessages } from './thread-reads'

const ME = 1
const mine = (id: number) => ({ id, senderId: ME })
const theirs = (id: number) => ({ id, senderId: 2 })

describe('unread messages of a thread', () => {
  const table: [string, ReturnType<typeof mine>[], number, number][] = [
    ['an empty thread', [], 0, 0],
    ['only what I wrote', [mine(1), mine(2)], 0, 0],
    ['never opened', [theirs(1), theirs(2)], 0, 2],
    ['opened after the first', [theirs(1), theirs(2)], 1, 1],
    ['opened after the last', [theirs(1), theirs(2)], 2, 0],
    ['answered elsewhere', [theirs(1), mine(2), theirs(3)], 0, 1],
    ['answered last', [theirs(1), mine(2)], 0, 0],
  ]
  for (const [name, messages, seenId, unread] of table)
    test(name, () => expect(countUnreadMessages(messages, ME, seenId)).toBe(unread))
})
