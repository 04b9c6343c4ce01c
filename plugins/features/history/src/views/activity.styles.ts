export const activityStyles = `
.p-activity{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}
.p-activity>.p-long{margin-block-start:-16px}
.p-activity .p-row{height:100%;padding-inline:4px}
.p-activity-month{display:flex;align-items:flex-end;height:100%;padding:0 4px 6px;color:var(--portico-text-muted);font-size:var(--portico-font-small);font-weight:600}
.p-activity-lone{overflow-wrap:anywhere;display:grid;gap:4px;padding-block:20px;text-align:center}
.p-moves{display:grid;justify-items:end}
.p-move-in{color:var(--portico-good)}
.p-what{display:grid;justify-items:center;gap:8px;padding-block:8px;text-align:center}
.p-what~.p-button{overflow-wrap:anywhere}
.p-what-moves{display:grid;gap:4px;font-weight:600;overflow-wrap:anywhere}
.p-what-moves>bdi{font-size:calc(var(--portico-font-size)*1.5*clamp(.5,21/var(--figures),1))}
`
