interface WithAttempt {
  /** The try under which an offer or an order has gone out; null for none. */
  attempt: { clientId: string } | null
  /** The id of a try that has come to its end. */
  over?: string | undefined
}

/** A form as one page of it knows it, with the try that any page of it has kept: a page that knows of none ends none. */
export function withHeldAttempt<Values extends WithAttempt>(values: Values, held: Values | null): Values {
  const isHeld = held?.attempt && held.attempt.clientId !== values.over
  return isHeld ? { ...values, attempt: held.attempt } : values
}

/** The change of a form whose try has ended. */
export function endedAttempt({ attempt, over }: WithAttempt): { attempt: null; over: string | undefined } {
  return { attempt: null, over: attempt?.clientId ?? over }
}
