import { type Endpoint, type EndpointName, endpoints } from '#schema/endpoints'
import { fillPath } from '#schema/routes'
import type { TestApp } from './test-app'

/** The calls whose paths begin like this. */
export const namesUnder = (path: string): EndpointName[] =>
  (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].path.startsWith(path))

/** The status with which a call is answered; a call that takes no body is made without one. */
export async function statusOf(
  t: TestApp,
  name: EndpointName,
  params: Record<string, number | string>,
  as = '',
  body: unknown = {},
): Promise<number> {
  const endpoint: Endpoint = endpoints[name]
  const options = endpoint.body ? { as, body } : { as }
  return (await t.call(endpoint.method, fillPath(endpoint.path, params), options)).status
}
