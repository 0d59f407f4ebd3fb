import { test } from 'bun:test'

/** Do the tests of this run have their databases on a database server? */
export const isOverServer = process.env.TEST_DATABASE === 'server'

/** A test of the file that holds the database: a run over a database server leaves it out. */
export const fileTest = test.skipIf(isOverServer)
