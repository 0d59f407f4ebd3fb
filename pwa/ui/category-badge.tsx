/** `custom_cakes` is stored, "custom cakes" is shown. */
export function CategoryBadge({ category }: { category: string }) {
  return <span className="category-badge">{category.replaceAll('_', ' ')}</span>
}
