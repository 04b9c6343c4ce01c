export const noticeRowStyles = `
.p-notice .p-row-title{white-space:normal;overflow-wrap:anywhere}
.p-notice-warn>.p-row{background:var(--portico-warn-soft);color:var(--portico-warn)}
.p-notice-bad>.p-row{background:var(--portico-bad-soft);color:var(--portico-bad)}
:is(.p-notice-warn,.p-notice-bad)>.p-row>:is(.p-icon:first-child,.p-tag,.p-row-words){background:none;color:inherit}
:is(.p-notice-warn,.p-notice-bad) .p-row-detail{color:inherit}
`
