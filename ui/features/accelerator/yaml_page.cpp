// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/yaml_page.h"

#include "ui/features/accelerator/yaml_edit.h"
#include "ui/widgets/link_label.h"

#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QVBoxLayout>

namespace nestloom::ui {

YamlPage::YamlPage(AcceleratorDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_edit(new YamlEdit(this)), m_error(new LinkLabel(this))
{
    m_edit->setObjectName(QStringLiteral("yamlEdit"));
    m_edit->setAccessibleName(tr("Accelerator as YAML"));
    m_error->setObjectName(QStringLiteral("yamlError"));
    m_error->setProperty("warning", true);
    m_error->setWordWrap(true);
    m_error->setContentsMargins(10, 6, 10, 6);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_error);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing)
            m_document.setYaml(m_edit->toPlainText());
    });
    connect(&m_document, &AcceleratorDocument::changed, this, &YamlPage::refresh);
    m_error->setTextFormat(Qt::RichText);
    connect(m_error, &QLabel::linkActivated, m_edit, [this](const QString& line) {
        m_edit->goToLine(line.toInt());
        m_edit->setFocus();
    });
    refresh();
}

void YamlPage::refresh()
{
    const AcceleratorDocument::State& state = m_document.state();
    if (m_edit->toPlainText() != state.yaml) {
        m_showing = true;
        const int position = m_edit->textCursor().position();
        const int scroll = m_edit->verticalScrollBar()->value();
        m_edit->setPlainText(state.yaml);
        QTextCursor cursor = m_edit->textCursor();
        cursor.setPosition(std::min(position, static_cast<int>(state.yaml.size())));
        m_edit->setTextCursor(cursor);
        m_edit->verticalScrollBar()->setValue(scroll);
        m_showing = false;
    }
    const bool wrong = state.yamlError.has_value();
    m_error->setVisible(wrong);
    if (!wrong) {
        m_edit->markLine(0);
        return;
    }
    const int line = lineOf(QString::fromStdString(state.yamlError->where));
    const QString message = QString::fromStdString(state.yamlError->text()).toHtmlEscaped();
    m_error->setText(line > 0 ? tr("%1 <a href=\"%2\">Go to line %2</a>").arg(message).arg(line) : message);
    m_edit->markLine(line);
}

} // namespace nestloom::ui
