import { test } from 'bun:test'
import { isOverServer } from './database-server'

/** A test of the file that holds the database: a run over a database server leaves it out. */
export const fileTest = test.skipIf(isOverServer)
