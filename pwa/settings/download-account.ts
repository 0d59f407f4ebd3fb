import type { PasswordProof } from '#schema/account'
import { accountRoutes } from '#schema/account-routes'
import { EPOCH_HEADER } from '#schema/sync-scopes'
import { ApiError, Unreachable } from '../sync/client'
import { foreignAnswer, refusalIn } from '../sync/http'

/** Everything of the account, as a zip file. Without a deadline: years of photos take their time. @throws ApiError, Unreachable */
export async function downloadAccount(body: PasswordProof): Promise<Blob> {
  const { method, path } = accountRoutes.exportAccount
  try {
    const response = await fetch(path, {
      method,
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.headers.get(EPOCH_HEADER)) throw new Unreachable(foreignAnswer(response.status))
    if (response.ok) return await response.blob()
    const text = await response.text()
    throw new ApiError(response.status, refusalIn({ status: response.status, json: JSON.parse(text) }), text)
  } catch (error) {
    throw error instanceof TypeError ? new Unreachable('broken') : error
  }
}
