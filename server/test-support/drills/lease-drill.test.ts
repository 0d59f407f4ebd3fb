import { expect, test } from 'bun:test'
import { SQLD } from '../database-server'
import { playStops } from './lease-drill'

test.skipIf(!SQLD)(
  'a process that was stopped for longer than its lease writes nothing more: each row is swept once',
  async () => {
    expect(await playStops(1)).toEqual([])
  },
)
