import { useEffect } from 'react'
import { PRODUCT_NAME } from '#schema/product'

/** Names the browser's tab after what is shown, and gives it back afterwards. Nothing to name yet: the product's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} | ${PRODUCT_NAME}` : PRODUCT_NAME
    return () => {
      document.title = PRODUCT_NAME
    }
  }, [title])
}
