import * as z from 'zod/mini'
import { endpoints } from '#schema/endpoints'
import { NewMessage } from '#schema/message'

/**
 * Writes that may wait for a connection. Each kind names the call that carries it, the lane in which order is kept, and
 * whether a newer one replaces an older one that never left the device. A kind can only name a queueable endpoint.
 */
type QueueableEndpoint = {
  [Name in keyof typeof endpoints]: (typeof endpoints)[Name]['offline'] extends 'queueable' ? Name : never
}[keyof typeof endpoints]

interface MutationKind<Payload> {
  payload: z.ZodMiniType<Payload>
  /** The order of writes is kept within a lane and nowhere else. */
  lane(payload: Payload): string
  /** True when only the last word counts (likes), false when each one counts (messages). */
  lastWordWins: boolean
  request(payload: Payload): { endpoint: QueueableEndpoint; params: Record<string, number>; body?: unknown }
}

function kind<Payload>(definition: MutationKind<Payload>): MutationKind<Payload> {
  return definition
}

const Toggle = z.object({ postId: z.int(), on: z.boolean() })

export const mutationKinds = {
  'message.send': kind({
    payload: z.object({
      bookingId: z.int(),
      content: NewMessage.shape.content,
      clientId: z.uuid(),
      composedAt: z.iso.datetime(),
    }),
    lane: ({ bookingId }) => `thread:${bookingId}`,
    lastWordWins: false,
    request: ({ bookingId, ...body }) => ({
      endpoint: 'sendMessage',
      params: { id: bookingId },
      body: { ...body, bookingId },
    }),
  }),
  'post.like': kind({
    payload: Toggle,
    lane: ({ postId }) => `like:${postId}`,
    lastWordWins: true,
    request: ({ postId, on }) => ({ endpoint: on ? 'likePost' : 'unlikePost', params: { id: postId } }),
  }),
  'post.save': kind({
    payload: Toggle,
    lane: ({ postId }) => `save:${postId}`,
    lastWordWins: true,
    request: ({ postId, on }) => ({ endpoint: on ? 'savePost' : 'unsavePost', params: { id: postId } }),
  }),
  'booking.decline': kind({
    payload: z.object({ bookingId: z.int() }),
    lane: ({ bookingId }) => `answer:${bookingId}`,
    lastWordWins: true,
    request: ({ bookingId }) => ({
      endpoint: 'answerBooking',
      params: { id: bookingId },
      body: { status: 'declined' },
    }),
  }),
} as const

export type MutationName = keyof typeof mutationKinds
export type MutationPayload<Name extends MutationName> = z.infer<(typeof mutationKinds)[Name]['payload']>

/** A payload as it came from disk, possibly written by an older build: parsed, or null when it makes no sense any more. */
export function parseMutation<Name extends MutationName>(name: Name, payload: unknown): MutationPayload<Name> | null {
  const parsed = mutationKinds[name].payload.safeParse(payload)
  return parsed.success ? (parsed.data as MutationPayload<Name>) : null
}

/** The lane of a write; see MutationKind. */
export function laneOf<Name extends MutationName>(name: Name, payload: MutationPayload<Name>): string {
  return (mutationKinds[name] as unknown as MutationKind<MutationPayload<Name>>).lane(payload)
}

/** The call that carries a write: method, path with its numbers filled in, JSON body. */
export function requestOf<Name extends MutationName>(
  name: Name,
  payload: MutationPayload<Name>,
): { method: string; path: string; body?: unknown } {
  const { endpoint, params, body } = (mutationKinds[name] as unknown as MutationKind<MutationPayload<Name>>).request(
    payload,
  )
  const { method, path } = endpoints[endpoint]
  return { method, path: fillPath(path, params), ...(body === undefined ? {} : { body }) }
}

/** '/api/bookings/:id' with { id: 7 } -> '/api/bookings/7'. */
export function fillPath(path: string, params: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
