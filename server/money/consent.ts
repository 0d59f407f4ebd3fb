/** The columns that say which words about charging a payer agreed to, and when. */
export function consentColumns({ consentVersion }: { consentVersion?: string | undefined }, at: string) {
  return consentVersion === undefined ? {} : { consentVersion, consentAt: at }
}
