import { Caption, useSlice, useStyles, useText } from '@portico/ui'
import { entranceSlice } from '../entrance/refs.js'
import { legalWords } from '../text/legal-words.js'
import { documentsOf, LegalLinks } from './terms.js'
import { termsStyles } from './terms.styles.js'

/** The legal links where no box is to be ticked. */
export default function LegalNotice() {
  useStyles(termsStyles)
  const documents = documentsOf(useSlice(entranceSlice))
  const t = useText(legalWords)
  return (
    <div className="p-notice-legal">
      {documents && <Caption>{t(`connection.notice.${documents}`)}</Caption>}
      <LegalLinks />
    </div>
  )
}
