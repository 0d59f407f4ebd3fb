import { format } from 'date-fns'
import { useAccount } from '../session/account'
import { useHeldParts } from '../session/use-held-areas'
import { useLiveQuery } from '../session/use-live-query'
import { useCatalogue } from '../session/use-sync'
import { BudgetChoice } from './budget-choice'
import { FreeSpace } from './free-space'
import { Persistence } from './persistence'
import { SealedWorkList } from './sealed-work-list'
import { catalogueBytes, type PhotoReport, readPhotoReport, readUnsent, type UnsentReport } from './storage-report'
import { catalogueWords, formatBytes, share, unsentCountWords } from './storage-words'
import { useDiskEstimate } from './use-disk-estimate'

/** Shows how much the app keeps on this device and how much it may keep, and frees room. */
export function StorageTab() {
  const { engine } = useAccount()
  const photos = useLiveQuery(readPhotoReport)
  // Apart from the photos, which change often: measuring the catalogue reads all of it.
  const catalogue = useLiveQuery(() => catalogueBytes(engine.db), [engine])
  const unsent = useLiveQuery(() => readUnsent(engine.db), [engine])
  if (!photos || catalogue === undefined || !unsent) return null
  return (
    <div className="stack stack--loose">
      <Usage photos={photos} catalogue={catalogue} unsent={unsent} />
      <BudgetChoice budget={photos.budget} />
      <FreeSpace photos={photos} />
      <Persistence />
      <SealedWorkList />
    </div>
  )
}

interface UsageProps {
  photos: PhotoReport
  /** Bytes. */
  catalogue: number
  unsent: UnsentReport
}

function Usage({ photos, catalogue, unsent }: UsageProps) {
  const estimate = useDiskEstimate(photos)
  const { budget, shortAt } = photos
  const held = useHeldParts()
  const listings = useCatalogue().catalogue.all('listing').length
  return (
    <section className="stack" aria-labelledby="storage-usage">
      <h2 id="storage-usage">On this device</h2>
      <dl className="storage-list divided grid sheet">
        <div>
          <dt>
            Photos
            <span className="block muted fine">{`${photos.count} kept, ${formatBytes(photos.wantedBytes)} of them for when there is no connection`}</span>
          </dt>
          <dd>{`${formatBytes(photos.bytes)} of ${formatBytes(budget)}`}</dd>
          <dd className="storage-list__bar">
            <meter
              className="meter"
              min={0}
              max={100}
              value={share(photos.bytes, budget)}
              aria-label={`Photos: ${formatBytes(photos.bytes)} of ${formatBytes(budget)}`}
            />
          </dd>
        </div>
        <div>
          <dt>
            Catalogue
            <span className="block muted fine">{`${catalogueWords(held, listings)}, to browse without a connection`}</span>
          </dt>
          <dd>{formatBytes(catalogue)}</dd>
        </div>
        <div>
          <dt>
            Drafts and waiting items
            <span className="block muted fine">{`${unsentCountWords(unsent)}. These are never removed to make room.`}</span>
          </dt>
          <dd>{formatBytes(unsent.bytes)}</dd>
        </div>
        {estimate && (
          <div>
            <dt>
              In all
              <span className="block muted fine">
                {`With the app itself, as the browser counts it. It allows ${formatBytes(estimate.quota)}.`}
              </span>
            </dt>
            <dd>{formatBytes(estimate.usage)}</dd>
          </div>
        )}
      </dl>
      {shortAt !== null && (
        <p className="settings-note" role="note">
          {`This device was full on ${format(shortAt, 'PPP')}: some photos were removed. Nothing that you wrote was touched.`}
        </p>
      )}
    </section>
  )
}
