import { openDatabase } from '../../db/open-database'
import { sweepRows } from './lease-drill'

/** A process of its own that sweeps, to be stopped in the middle. It says what became of it. */
const db = await openDatabase(JSON.parse(process.env.SWEPT_DATABASE ?? ''))
await sweepRows(db).then(
  (isMine) => console.log(isMine ? 'swept all' : 'not the holder'),
  (error) => console.log(String(error)),
)
await db.close()
