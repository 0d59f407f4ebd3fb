import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { databaseToken } from '../database-token'
import { type Env, EnvError, parseEnv } from '../env'
import type { MarketRow } from './markets-directory'

/** The environment as the process was given it. */
export type Variables = Record<string, string | undefined>

const KEY_BYTES = 32

/** The variables with the token that a file holds: the file is read now, and may be gone later. @throws EnvError */
export function withTokenRead(variables: Variables): Variables {
  const { value, faults } = databaseToken(variables)
  if (faults.length > 0) throw new EnvError(faults)
  return { ...variables, DATABASE_TOKEN: value, DATABASE_TOKEN_FILE: '' }
}

/**
 * The environment of one market: the process's, with what the directory says of the market, and with a folder, a place in the
 * bucket and keys of its own. @throws EnvError naming every fault
 */
export function marketEnv(variables: Variables, market: MarketRow): Env {
  const { dataDir, origin, secretKey, s3 } = parseEnv(variables)
  return parseEnv({
    ...variables,
    MARKETS_DATABASE: '',
    MARKETS_NAMESPACE: '',
    DATA_DIR: join(dataDir, 'markets', market.name),
    ORIGIN: originAt(market.host, origin),
    MARKET_TIMEZONE: market.zone,
    PLATFORM_FEE_BPS: String(market.feeBps),
    TAGLINE: market.tagline || variables.TAGLINE,
    DATABASE_URL: market.databaseUrl ?? '',
    DATABASE_NAMESPACE: market.namespace,
    S3_PREFIX: `${s3.prefix}markets/${market.name}/`,
    SECRET_KEY: secretKey && keyOfMarket(secretKey, market.name),
  })
}

/** Markets have the scheme and the port of the process's own address. */
function originAt(host: string, origin: string): string {
  const { protocol, port } = new URL(origin)
  return `${protocol}//${host}${port && `:${port}`}`
}

/** A signature of one market is worth nothing in another. */
function keyOfMarket(secretKey: string, name: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `market ${name}`, KEY_BYTES)).toString('base64url')
}
