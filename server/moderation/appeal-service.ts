import { Refusal } from '#schema/errors'
import type { ListedAct, NewAppeal, OwnAct } from '#schema/moderation'
import { build, step } from '../db/steps'
import { appeals } from '../db/tables'
import type { Deps } from '../deps'
import { actToken, readActToken } from '../mail/act-link'
import { findAct, listActsAbout } from './appeal-queries'

/** An act as its person reads it. @throws Refusal `not_found` for a token that is not ours */
export async function readOwnAct(deps: Deps, token: string): Promise<OwnAct> {
  const { act: row, appeal } = await openAct(deps, token)
  const { at, kind, act, reason } = row
  return { at, kind, act, reason, appeal }
}

/** The operators' decisions about this person, newest first; a mail may have gone astray. */
export async function listOwnActs(deps: Deps, personId: number): Promise<ListedAct[]> {
  const found = await listActsAbout(deps.db, personId)
  return found.map(({ act: { id, at, kind, act, reason }, appeal }) => ({
    ...{ at, kind, act, reason, appeal },
    token: actToken(deps.env.dataDir, { actId: id, personId }),
  }))
}

/** Takes the one appeal against an act. @throws Refusal `not_found`, `appealed` for a second one */
export async function appealAgainst(deps: Deps, { token, words }: NewAppeal): Promise<OwnAct> {
  await deps.db.write(async () => {
    const { act, appeal } = await openAct(deps, token)
    if (appeal) throw new Refusal('appealed')
    const row = { actId: act.id, words, createdAt: deps.now().toISOString() }
    return [step(build.insert(appeals).values(row))]
  })
  return readOwnAct(deps, token)
}

async function openAct(deps: Deps, token: string) {
  const link = readActToken(deps.env.dataDir, token)
  const found = link && (await findAct(deps.db, link.actId))
  if (!found || found.act.personId !== link.personId || found.act.act === 'dismiss') throw new Refusal('not_found')
  return found
}
