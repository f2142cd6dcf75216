// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/yaml_page.h"

#include "ui/widgets/make_widgets.h"
#include "ui/widgets/yaml_edit.h"

namespace nestloom::ui {

YamlPage::YamlPage(AcceleratorDocument& document, QWidget* parent) : YamlPanel(parent), m_document(document)
{
    named(edit(), "yamlEdit", tr("Accelerator as YAML"));
    edit()->setUndoRedoEnabled(false); // the document's history holds every edit
    connect(edit(), &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing)
            m_document.setYaml(edit()->toPlainText());
    });
    connect(&m_document, &AcceleratorDocument::changed, this, &YamlPage::refresh);
    refresh();
}

void YamlPage::refresh()
{
    const AcceleratorDocument::State& state = m_document.state();
    if (edit()->toPlainText() != state.yaml) {
        m_showing = true;
        setText(state.yaml);
        m_showing = false;
    }
    std::vector<Error> errors = state.furtherErrors;
    if (state.yamlError)
        errors.insert(errors.begin(), *state.yamlError);
    showErrors(errors);
}

} // namespace nestloom::ui
