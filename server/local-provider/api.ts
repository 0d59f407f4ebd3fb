import type { Access } from './access'
import { browserView, checkClientSecret, checkKey } from './access'
import type { Taken } from './api-answer'
import {
  broken,
  ConnectionDropped,
  readRawForm,
  refuseByFault,
  respond,
  serverError,
  unknownAddress,
} from './api-answer'
import type { Core } from './core'
import { expand } from './expansion'
import type { Fault, FaultKind } from './faults'
import type { KeyedRequest } from './idempotency'
import { findAnswer, keepAnswer, keyedRequest, RunningKeys } from './idempotency'
import { newId } from './ids'
import type { FormMembers } from './parameters'
import { listOf, parseForm, text } from './parameters'
import { ProviderError } from './provider-error'
import type { Matched, Route } from './route'
import { matchRoute } from './route'
import type { JsonObject } from './wire'
import { isObject } from './wire'
import type { Work } from './work'

const DEFAULT_DELAY_MS = 1000

interface Exchange {
  request: Request
  path: string
  requestId: string
  account: string
  rawForm: string
  form: FormMembers
  matched: Matched
  access: Access
  faults: Map<FaultKind, Fault>
  clientSecret: unknown
}

/** The API surface: one request in, one JSON answer out, in Stripe's shapes. */
export class Api {
  private readonly keys = new RunningKeys()

  constructor(
    private readonly core: Core,
    private readonly routes: readonly Route[],
  ) {}

  /** `path` starts with `/v1/`. Rejects only when a fault drops the connection. */
  async handle(request: Request, path: string): Promise<Response> {
    const requestId = newId('req_')
    try {
      const exchange = await this.open(request, path, requestId)
      return respond(await this.answer(exchange), requestId, request, this.core.site.apiVersion)
    } catch (error) {
      if (error instanceof ConnectionDropped) throw error
      const refusal = error instanceof ProviderError ? error : broken(error)
      return respond({ status: refusal.status, body: refusal.body() }, requestId, request, this.core.site.apiVersion)
    }
  }

  private async open(request: Request, path: string, requestId: string): Promise<Exchange> {
    const matched = matchRoute(this.routes, request.method, path)
    if (!matched) throw unknownAddress(request.method, path)
    const rawForm = await readRawForm(request)
    const form = parseForm(rawForm)
    const access = checkKey(request, form, matched, this.core.site.secretKey)
    const clientSecret = form.get('client_secret')
    form.delete('client_secret')
    const account = request.headers.get('stripe-account') ?? ''
    const faults = await this.core.faults.take(request.method, path)
    refuseByFault(faults)
    return { request, path, requestId, account, rawForm, form, matched, access, faults, clientSecret }
  }

  private async answer(exchange: Exchange): Promise<Taken> {
    const { request, account, path, rawForm, requestId, faults } = exchange
    await this.checkAccount(account)
    if (request.method === 'GET') {
      const caller = { account, request: requestId, idempotencyKey: null }
      return this.core.read(caller, (work) => this.execute(exchange, work))
    }
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const keyed = keyedRequest(key, account, path, rawForm)
    return this.keys.hold(keyed, async () => {
      const taken = await this.runOnce(exchange, keyed)
      if (faults.has('events_first')) await this.core.sender.deliverDue()
      const delay = faults.get('delay')
      if (delay) await Bun.sleep(delay.delay_ms ?? DEFAULT_DELAY_MS)
      if (faults.has('drop')) throw new ConnectionDropped()
      return taken
    })
  }

  /** Runs the endpoint, unless its key has an answer already. */
  private runOnce(exchange: Exchange, keyed: KeyedRequest | undefined): Promise<Taken> {
    const { account, requestId, faults } = exchange
    const caller = { account, request: requestId, idempotencyKey: keyed?.key ?? null }
    const plan = {
      copies: faults.has('duplicate_events') ? 2 : 1,
      lastFirst: faults.has('reorder_events'),
      lost: faults.has('lose_events'),
    }
    return this.core.write(
      caller,
      async (work) => {
        const earlier = keyed && (await findAnswer(this.core.store, keyed, work.now))
        if (earlier) return { ...earlier, replayedFrom: earlier.request }
        return this.executeAndKeep(exchange, work, keyed)
      },
      plan,
    )
  }

  private async executeAndKeep(exchange: Exchange, work: Work, keyed: KeyedRequest | undefined): Promise<Taken> {
    let kept = !exchange.matched.route.secret
    let answer: Taken
    try {
      answer = await this.execute(exchange, work)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (!error.commits) work.discard()
      kept &&= error.kept
      answer = { status: error.status, body: this.visibleError(exchange, error) }
    }
    if (exchange.faults.has('error_after')) answer = { status: 500, body: serverError().body() }
    if (keyed && kept) keepAnswer(work, keyed, answer)
    return answer
  }

  private async execute(exchange: Exchange, work: Work): Promise<Taken> {
    const { matched, form, access, clientSecret } = exchange
    const { route, id, innerId } = matched
    const fromBrowser = access === 'browser'
    if (fromBrowser) await checkClientSecret(work, id, clientSecret)
    const wanted = form.has('expand') ? listOf(text())(form.get('expand') ?? '', 'expand') : []
    const body = await route.execute({ work, site: this.core.site, id, innerId, fromBrowser, form })
    await expand(work, body, wanted)
    return { status: 200, body: fromBrowser ? browserView(body) : body }
  }

  /** Browsers see of an intent inside an error what they see of the intent itself. */
  private visibleError(exchange: Exchange, error: ProviderError): JsonObject {
    const member = error.member()
    if (exchange.access === 'secret') return { error: member }
    const intent = member.payment_intent
    if (isObject(intent)) member.payment_intent = browserView(intent)
    return { error: member }
  }

  private async checkAccount(account: string): Promise<void> {
    if (account === '') return
    const row = await this.core.store.findRow(account)
    if (row?.body.object === 'account') return
    const message = `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`
    throw new ProviderError(403, 'invalid_request_error', message, { code: 'account_invalid' }, { kept: false })
  }
}
