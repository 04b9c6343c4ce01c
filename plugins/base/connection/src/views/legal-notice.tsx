import { message } from '@portico/kernel/contracts'
import { Caption, useSlice, useStyles, useTranslate } from '@portico/ui'
import { entranceSlice } from '../entrance/refs.js'
import { documentsOf, LegalLinks } from './terms.js'
import { termsStyles } from './terms.styles.js'

const notices = {
  both: message('connection.notice.both', 'By connecting you accept the terms of use and the privacy policy.'),
  terms: message('connection.notice.terms', 'By connecting you accept the terms of use.'),
  privacy: message('connection.notice.privacy', 'By connecting you accept the privacy policy.'),
}

/** The legal links where no box is to be ticked. */
export default function LegalNotice() {
  useStyles(termsStyles)
  const documents = documentsOf(useSlice(entranceSlice))
  const t = useTranslate()
  return (
    <div className="p-notice-legal">
      {documents && <Caption>{t(notices[documents])}</Caption>}
      <LegalLinks />
    </div>
  )
}
