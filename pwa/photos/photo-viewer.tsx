import { ChevronLeft, ChevronRight, ImageOff, X, ZoomIn, ZoomOut } from 'lucide-react'
import Lightbox from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { photoSources } from '../ui/photo-sources'
import { useDialog } from '../ui/use-dialog'
import 'yet-another-react-lightbox/styles.css'
import '../styles/photo-viewer.css'

export interface ViewedPhoto {
  src: string
  alt: string
}

interface PhotoViewerProps {
  /** The subject of the photos, for screen readers. */
  label: string
  photos: readonly ViewedPhoto[]
  /** The place of the photo that is shown first. */
  first: number
  onClose: () => void
}

/** How many pixels of the screen one pixel of a photo may take. */
const ZOOM_MAX = 3

/** Photos in full screen: swiped or stepped through, pinched, pulled down to close. Back and Esc close it too. */
export function PhotoViewer({ label, photos, first, onClose }: PhotoViewerProps) {
  const { ref, ...dialog } = useDialog({ open: true, onClose, lightDismiss: false, backCloses: true })
  const stepless = photos.length === 1 ? { buttonPrev: () => null, buttonNext: () => null } : {}
  return (
    <dialog ref={ref} {...dialog} className="photo-viewer" aria-label={`Photos of ${label}`}>
      <Lightbox
        open
        close={onClose}
        index={first}
        slides={photos.map(({ src, alt }) => ({ src: photoSources(src, window.location.origin).src, alt }))}
        plugins={[Zoom]}
        // The dialog around it is the one that assistive technology is told of.
        portal={{
          root: () => ref.current,
          container: { role: 'presentation', 'aria-modal': undefined, 'aria-label': undefined },
        }}
        carousel={{ finite: true, preload: 1, padding: 0 }}
        // The dialog closes on Esc by itself.
        controller={{ closeOnPullDown: true, closeOnEscape: false }}
        zoom={{ maxZoomPixelRatio: ZOOM_MAX, scrollToZoom: true }}
        labels={{ Previous: 'Previous photo', Next: 'Next photo', Slide: 'Photo' }}
        render={{
          // The width that the page has shown already stands in until the full photo has come.
          slideHeader: ({ slide }) =>
            'src' in slide && (
              <img
                className="photo-viewer__first"
                {...photoSources(slide.src, window.location.origin)}
                sizes="100vw"
                alt=""
                decoding="async"
              />
            ),
          iconPrev: () => <ChevronLeft />,
          iconNext: () => <ChevronRight />,
          iconClose: () => <X />,
          iconZoomIn: () => <ZoomIn />,
          iconZoomOut: () => <ZoomOut />,
          iconError: () => <ImageOff />,
          ...stepless,
        }}
      />
    </dialog>
  )
}
