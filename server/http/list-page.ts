/** So many rows a public list answers to a caller who names no limit; `cursor` asks for what follows. */
export const LIST_PAGE = 100
