import type { FieldVersion } from '#schema/draft'
import { clockTime } from '../ui/times/clock-time'

/** 'This device, 14:02': where and when a version was written. */
export function writtenWords({ at, by, from }: FieldVersion, device: string, now: Date): string {
  return `${by === device ? 'This device' : (from ?? 'Another device')}, ${clockTime(at, now)}`
}
