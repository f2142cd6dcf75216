// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/field_row.h"

#include "ui/editor/undo_friendly.h"
#include "ui/link_label.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QStyle>

namespace nestloom::ui {

namespace {
constexpr int kFieldWidth = 112;
}

QString asSentence(QString text)
{
    if (text.isEmpty())
        return text;
    text[0] = text[0].toUpper();
    const QChar last = text.back();
    return last == QLatin1Char('.') || last == QLatin1Char('?') ? text : text + QLatin1Char('.');
}

FieldRow::FieldRow(FieldSpec spec, AcceleratorDocument& document, QWidget* parent)
    : QWidget(parent), m_spec(std::move(spec)), m_document(document), m_label(new QLabel(m_spec.label, this)),
      m_edit(new UndoFriendly<QLineEdit>(this)), m_problem(new LinkLabel(this))
{
    m_edit->setObjectName(QStringLiteral("field:") + m_spec.key);
    m_edit->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_edit->setPlaceholderText(m_spec.placeholder);
    m_edit->setAccessibleName(m_spec.label);
    m_edit->setMinimumWidth(kFieldWidth);
    m_edit->setMaximumWidth(kFieldWidth * 2);
    m_edit->setToolTip(m_spec.hint);
    m_edit->setAcceptDrops(false); // files dropped here are for the window
    m_label->setToolTip(m_spec.hint);
    m_label->setBuddy(m_edit);
    m_problem->setObjectName(QStringLiteral("problem:") + m_spec.key);
    m_problem->setProperty("warning", true);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setVerticalSpacing(2);
    layout->setColumnStretch(0, 3);
    layout->setColumnStretch(1, 2);
    layout->addWidget(m_label, 0, 0);
    layout->addWidget(m_edit, 0, 1);
    layout->addWidget(m_problem, 1, 0, 1, 2);

    connect(m_edit, &QLineEdit::textEdited, this, &FieldRow::onEdited);
    connect(m_edit, &QLineEdit::editingFinished, this, &FieldRow::onFinished);
    connect(m_problem, &QLabel::linkActivated, this, &FieldRow::onEdited);
}

void FieldRow::onEdited(const QString& text)
{
    const QScopedValueRollback typing(m_typing, true);
    const auto changed = m_spec.apply(m_document.value(), text);
    if (changed) {
        m_document.setValue(m_spec.key, *changed);
        return;
    }
    m_document.reject(
        m_spec.key, {text, QString::fromStdString(changed.error().message), m_spec.nearest(m_document.value(), text)});
}

void FieldRow::onFinished()
{
    m_document.endStep();
    if (m_document.state().rejected.count(m_spec.key) == 0)
        m_edit->setText(m_spec.text(m_document.value()));
}

bool FieldRow::refresh(const std::vector<FieldProblem>& problems)
{
    showText();
    const auto rejected = m_document.state().rejected.find(m_spec.key);
    if (rejected != m_document.state().rejected.end()) {
        showProblem(rejected->second.message, rejected->second.suggestion);
        return true;
    }
    for (const FieldProblem& problem : problems) {
        if (belongsTo(problem.key, m_spec.key)) {
            showProblem(problem.message, m_spec.nearest(m_document.value(), m_edit->text()));
            return true;
        }
    }
    showProblem({}, {});
    return false;
}

void FieldRow::showText()
{
    const auto rejected = m_document.state().rejected.find(m_spec.key);
    const bool isRejected = rejected != m_document.state().rejected.end();
    if (!isRejected && (m_typing || m_edit->hasFocus()) && textMeansValue())
        return; // "65536 B" stays as typed until the field is left
    const QString text = isRejected ? rejected->second.text : m_spec.text(m_document.value());
    if (text != m_edit->text())
        m_edit->setText(text);
}

bool FieldRow::textMeansValue() const
{
    const auto read = m_spec.apply(m_document.value(), m_edit->text());
    return read && *read == m_document.value();
}

void FieldRow::showProblem(const QString& message, const QString& suggestion)
{
    const bool invalid = !message.isEmpty();
    QString text = asSentence(message).toHtmlEscaped();
    if (invalid && !suggestion.isEmpty() && suggestion != m_edit->text())
        text += QLatin1Char(' ') + tr("Try <a href=\"%1\">%1</a>.").arg(suggestion.toHtmlEscaped());
    m_problem->setText(text);
    m_problem->setVisible(invalid);
    if (m_edit->property("invalid").toBool() != invalid) {
        m_edit->setProperty("invalid", invalid);
        m_edit->style()->unpolish(m_edit);
        m_edit->style()->polish(m_edit);
    }
}

} // namespace nestloom::ui
