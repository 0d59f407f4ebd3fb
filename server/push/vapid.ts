import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { makePrivateFile } from '../db/private-files'
import type { Env } from '../env'

const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.infer<typeof VapidKeys>

/**
 * The pair by which push services know us: the environment's, else the one in `dataDir`, made at the first start and readable by
 * its owner alone. Browsers subscribe to the public one, so another pair ends every subscription.
 */
export function openVapidKeys({ dataDir, push }: Pick<Env, 'dataDir' | 'push'>): VapidKeys {
  if (push.keys) return push.keys
  const file = join(dataDir, 'vapid.json')
  makePrivateFile(file, JSON.stringify(webPush.generateVAPIDKeys()))
  return VapidKeys.parse(JSON.parse(readFileSync(file, 'utf8')))
}
