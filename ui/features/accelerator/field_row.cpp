// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/field_row.h"

#include "engine/hardware/accelerator.h"
#include "ui/features/accelerator/field_slider.h"
#include "ui/style/wording.h"
#include "ui/widgets/rich_label.h"
#include "ui/widgets/undo_friendly.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSlider>
#include <QStyle>
#include <QTimer>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kFieldWidth = 112;
constexpr int kSliderMargin = 6;
} // namespace

FieldRow::FieldRow(FieldSpec spec, AcceleratorDocument& document, QWidget* parent)
    : QWidget(parent), m_spec(std::move(spec)), m_document(document), m_label(new ElidedLabel(this)),
      m_edit(new UndoFriendly<QLineEdit>(this)), m_layout(new QGridLayout(this))
{
    m_edit->setObjectName(QStringLiteral("field:") + m_spec.key);
    m_edit->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_edit->setPlaceholderText(m_spec.placeholder);
    m_edit->setAccessibleName(m_spec.label);
    m_edit->setMinimumWidth(kFieldWidth);
    m_edit->setMaximumWidth(kFieldWidth * 2);
    m_edit->setToolTip(m_spec.hint);
    m_edit->setAcceptDrops(false); // files dropped here are for the window
    m_label->setText(m_spec.label);
    m_label->setRole(QPalette::WindowText);
    m_label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    if (!m_spec.hint.isEmpty())
        m_label->setToolTip(m_spec.hint);

    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setVerticalSpacing(2);
    m_layout->setHorizontalSpacing(4); // the longest label is whole in the least width of the form
    m_layout->setColumnStretch(0, 3);
    m_layout->setColumnStretch(1, 2);
    m_layout->addWidget(m_label, 0, 0);
    m_layout->addWidget(m_edit, 0, 1);
    m_edit->installEventFilter(this);

    connect(m_edit, &QLineEdit::textEdited, this, &FieldRow::onEdited);
    connect(m_edit, &QLineEdit::editingFinished, this, &FieldRow::onFinished);
    if (m_spec.choices)
        makeChoice();
}

void FieldRow::makeChoice()
{
    m_choice = new UndoFriendly<QComboBox>(this);
    m_choice->setObjectName(QStringLiteral("choice:") + m_spec.key);
    m_choice->setAccessibleName(m_spec.label);
    m_choice->setToolTip(m_spec.hint);
    m_choice->setMinimumWidth(kFieldWidth);
    m_choice->setMaximumWidth(kFieldWidth * 2);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setFocusPolicy(Qt::StrongFocus); // the wheel scrolls the form
    m_choice->addItems(m_spec.choices(m_document.value()));
    m_choice->view()->setMinimumWidth(m_choice->view()->sizeHintForColumn(0) + 24); // names may be wider than the field
    m_choice->installEventFilter(this);
    m_edit->hide();
    m_layout->addWidget(m_choice, 0, 1);
    connect(m_choice, &QComboBox::textActivated, this, [this](const QString& text) {
        m_document.endStep();
        onEdited(text);
        m_document.endStep();
    });
}

void FieldRow::takeFocus()
{
    if (m_choice != nullptr)
        return m_choice->setFocus();
    m_edit->setFocus();
    m_edit->selectAll();
}

QWidget* FieldRow::followInTabOrder(QWidget* before)
{
    QWidget* field = m_choice != nullptr ? static_cast<QWidget*>(m_choice) : m_edit;
    setTabOrder(before, field);
    return field;
}

bool FieldRow::hasFieldFocus() const { return m_choice != nullptr ? m_choice->hasFocus() : m_edit->hasFocus(); }

void FieldRow::retire()
{
    m_edit->removeEventFilter(this);
    m_edit->disconnect(this);
    if (m_choice != nullptr) {
        m_choice->removeEventFilter(this);
        m_choice->disconnect(this);
    }
    if (m_slider == nullptr)
        return;
    m_slider->slider()->removeEventFilter(this);
    m_slider->disconnect();
}

void FieldRow::onEdited(const QString& text)
{
    const QScopedValueRollback typing(m_typing, true);
    const auto changed = m_spec.apply(m_document.value(), text);
    if (changed) {
        m_document.setValue(m_spec.key, *changed);
        return;
    }
    m_document.reject(m_spec.key, {text, qt(changed.error().message), suggestionFor(text)});
}

/// The nearest legal text; empty where that is not legal beside the other fields.
QString FieldRow::suggestionFor(const QString& typed) const
{
    const QString nearest = m_spec.nearest(m_document.value(), typed);
    const auto changed = m_spec.apply(m_document.value(), nearest);
    const auto isOfThis = [this](const hardware::Finding& finding) { return belongsTo(qt(finding.key), m_spec.key); };
    return changed && std::ranges::none_of(hardware::check(*changed), isOfThis) ? nearest : QString();
}

void FieldRow::onFinished()
{
    m_document.endStep();
    if (m_document.state().rejected.count(m_spec.key) == 0)
        setText(m_spec.text(m_document.value()));
    showBeginning();
    Q_EMIT finished();
}

void FieldRow::setText(const QString& text)
{
    if (text == m_edit->text())
        return; // the cursor stays where it is typed at
    m_edit->setText(text);
    showBeginning();
}

/// Of what is wider than the field, unless it is being edited.
void FieldRow::showBeginning()
{
    if (!m_edit->hasFocus())
        m_edit->setCursorPosition(0);
}

bool FieldRow::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn: openSlider(); break;
    case QEvent::FocusOut:
        // A click elsewhere in the form hits what it was aimed at: the slider leaves, its room stays.
        keepRoom(static_cast<QFocusEvent*>(event)->reason() == Qt::MouseFocusReason);
        // Once it is known who has the focus now: the slider and a menu over the field keep it open.
        QMetaObject::invokeMethod(this, &FieldRow::closeSliderUnlessFocused, Qt::QueuedConnection);
        break;
    case QEvent::KeyPress: {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (watched == m_edit && m_slider != nullptr && (key == Qt::Key_Up || key == Qt::Key_Down)) {
            m_slider->slider()->triggerAction(key == Qt::Key_Up ? QSlider::SliderSingleStepAdd
                                                                : QSlider::SliderSingleStepSub);
            return true;
        }
        if (watched == m_edit && m_slider != nullptr && key == Qt::Key_Escape)
            return m_slider->abandon();
        break;
    }
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void FieldRow::makeSlider()
{
    m_slider = new FieldSlider(m_spec.label, this);
    m_slider->setObjectName(QStringLiteral("slider:") + m_spec.key);
    m_slider->slider()->installEventFilter(this);
    m_layout->addWidget(m_slider, 1, 0, 1, 2);
    setTabOrder(m_edit, m_slider->slider());
    connect(m_slider, &FieldSlider::began, &m_document, &AcceleratorDocument::endStep);
    connect(m_slider, &FieldSlider::moved, this, &FieldRow::followSlider);
    connect(m_slider, &FieldSlider::ended, this, [this] {
        m_document.endStep();
        if (m_document.state().rejected.count(m_spec.key) == 0)
            refreshSlider(); // it was reverted while the slider moved
    });
    connect(m_slider, &FieldSlider::abandoned, &m_document, &AcceleratorDocument::abandonStep);
}

void FieldRow::openSlider()
{
    if (!m_spec.stops)
        return;
    if (m_slider == nullptr)
        makeSlider();
    m_slider->show();
    refreshSlider();
    revealSlider();
}

/// Below the last visible field the slider would open out of sight.
void FieldRow::revealSlider()
{
    QWidget* above = parentWidget();
    while (above != nullptr && qobject_cast<QScrollArea*>(above) == nullptr)
        above = above->parentWidget();
    auto* area = qobject_cast<QScrollArea*>(above);
    if (area == nullptr)
        return;
    QTimer::singleShot(0, m_slider, [this, area] { // once it has its place
        area->widget()->layout()->activate();
        area->ensureWidgetVisible(m_slider, 0, kSliderMargin);
    });
}

void FieldRow::keepRoom(bool keep)
{
    if (m_slider == nullptr)
        return;
    QSizePolicy policy = m_slider->sizePolicy();
    policy.setRetainSizeWhenHidden(keep);
    m_slider->setSizePolicy(policy);
}

void FieldRow::closeSliderUnlessFocused()
{
    const QWidget* focused = QApplication::focusWidget();
    if (m_slider != nullptr && focused != nullptr && !isAncestorOf(focused))
        m_slider->hide();
}

void FieldRow::followSlider(const QString& text)
{
    m_edit->setText(text);
    onEdited(text);
}

/// The range stays while the value is one of its stops, so that the handle does not jump after a move.
void FieldRow::refreshSlider()
{
    if (m_slider == nullptr || m_slider->isHidden() || m_slider->isMoving())
        return;
    const QString present = m_spec.text(m_document.value());
    if (!m_slider->setPresent(present))
        m_slider->setStops(m_spec.stops(m_document.value()), present, m_edit->placeholderText());
}

bool FieldRow::refresh(const std::vector<FieldProblem>& problems)
{
    showText();
    if (m_spec.words) {
        const auto [hint, placeholder] = m_spec.words(m_document.value());
        m_edit->setPlaceholderText(placeholder);
        m_edit->setToolTip(hint);
        m_label->setToolTip(hint);
    }
    refreshSlider();
    const auto rejected = m_document.state().rejected.find(m_spec.key);
    if (rejected != m_document.state().rejected.end()) {
        showProblem(rejected->second.message, rejected->second.suggestion);
        return true;
    }
    for (const FieldProblem& problem : problems) {
        if (belongsTo(problem.key, m_spec.key)) {
            showProblem(problem.message, suggestionFor(m_edit->text()));
            return true;
        }
    }
    showProblem({}, {});
    return false;
}

void FieldRow::showText()
{
    if (m_choice != nullptr)
        m_choice->setCurrentText(m_spec.text(m_document.value()));
    const auto rejected = m_document.state().rejected.find(m_spec.key);
    const bool isRejected = rejected != m_document.state().rejected.end();
    if (!isRejected && (m_typing || m_edit->hasFocus()) && textMeansValue())
        return; // "65536 B" stays as typed until the field is left
    setText(isRejected ? rejected->second.text : m_spec.text(m_document.value()));
}

bool FieldRow::textMeansValue() const
{
    const auto read = m_spec.apply(m_document.value(), m_edit->text());
    return read && *read == m_document.value();
}

void FieldRow::makeProblem()
{
    m_problem = new LinkLabel(this);
    m_problem->setObjectName(QStringLiteral("problem:") + m_spec.key);
    m_problem->setProperty("warning", true);
    m_problem->setWordWrap(true);
    m_layout->addWidget(m_problem, 2, 0, 1, 2);
    QWidget* field = m_choice != nullptr ? static_cast<QWidget*>(m_choice) : m_edit;
    setTabOrder(m_slider != nullptr ? m_slider->slider() : field, m_problem);
    m_problem->setTextFormat(Qt::RichText);
    connect(m_problem, &QLabel::linkActivated, this, &FieldRow::onEdited);
}

void FieldRow::showProblem(const QString& message, const QString& suggestion)
{
    const bool invalid = !message.isEmpty();
    QString text = asSentence(message).toHtmlEscaped();
    if (invalid && !suggestion.isEmpty() && suggestion != m_edit->text())
        text += QLatin1Char(' ') + tr("Try <a href=\"%1\">%1</a>.").arg(suggestion.toHtmlEscaped());
    if (invalid && m_problem == nullptr)
        makeProblem();
    if (m_problem != nullptr) {
        m_problem->setText(text);
        m_problem->setVisible(invalid);
    }
    if (m_edit->property("invalid").toBool() != invalid) {
        m_edit->setProperty("invalid", invalid);
        m_edit->style()->unpolish(m_edit);
        m_edit->style()->polish(m_edit);
    }
}

} // namespace nestloom::ui
