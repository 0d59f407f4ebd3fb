import * as z from 'zod/mini'
import { deviceDb } from './device-db'
import { LocalDb } from './local-db'

/** A worker's answer to the question after its disk: the versions of its databases. */
export const DiskVersions = z.object({ device: z.number(), account: z.number() })
export type DiskVersions = z.infer<typeof DiskVersions>

/** The versions of the databases that this build declares. */
export const diskVersions = (): DiskVersions => ({ device: deviceDb.verno, account: new LocalDb('').verno })
