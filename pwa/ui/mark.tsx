/** The mark in the colour of the text around it; decorative, since the product's name always stands beside it. */
export function Mark() {
  return (
    <svg
      className="mark"
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path strokeWidth="2.5" d="M4 8c9 8.5 31 8.5 40 0" />
      <path
        fill="currentColor"
        strokeWidth="2"
        d="m8.1 11 6.8 2.4-5.1 6.8zM20.2 14.2h7.6L24 22.4zM39.9 11l-6.8 2.4 5.1 6.8z"
      />
      <path strokeWidth="4" d="M5 29h38" />
      <path strokeWidth="3" d="m14.5 31-6 12.5m6-12.5 6 12.5M33.5 31l-6 12.5m6-12.5 6 12.5" />
    </svg>
  )
}
