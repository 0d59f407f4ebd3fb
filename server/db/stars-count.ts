/** SQL that is true when the stars that a person gave count: not while an operator or the person has them off show, and again once the account is closed for good. */
export const starsCount = (person: string) => `(${person}.suspended_at IS NULL OR ${person}.closed_at IS NOT NULL)`

/** The same for the person of this number. */
export const starsOfCount = (id: string) => `(SELECT ${starsCount('users')} FROM users WHERE id = ${id})`
