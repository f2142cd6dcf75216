// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/axis_row.h"

#include "engine/base/ranges.h"
#include "engine/explore/run_fields.h"
#include "ui/ports/sweeps.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace nestloom::ui {

namespace {

using explore::Field;
using explore::FieldKind;

/// What the fields of a level are called, by the end of their path; as in the form of the accelerator.
constexpr std::array<std::pair<std::string_view, const char*>, 13> kLevelFields{{
    {"capacity", QT_TRANSLATE_NOOP("Words", "capacity")},
    {"element.weights", QT_TRANSLATE_NOOP("Words", "word of weights")},
    {"element.inputs", QT_TRANSLATE_NOOP("Words", "word of inputs")},
    {"element.outputs", QT_TRANSLATE_NOOP("Words", "word of outputs")},
    {"read_bandwidth", QT_TRANSLATE_NOOP("Words", "read bandwidth")},
    {"write_bandwidth", QT_TRANSLATE_NOOP("Words", "write bandwidth")},
    {"ports", QT_TRANSLATE_NOOP("Words", "ports")},
    {"access.elements", QT_TRANSLATE_NOOP("Words", "elements per access")},
    {"access.energy", QT_TRANSLATE_NOOP("Words", "energy per access")},
    {"leakage", QT_TRANSLATE_NOOP("Words", "leakage")},
    {"cluster", QT_TRANSLATE_NOOP("Words", "instances per macro")},
    {"fanout.columns", QT_TRANSLATE_NOOP("Words", "fan-out columns")},
    {"fanout.rows", QT_TRANSLATE_NOOP("Words", "fan-out rows")},
}};

QString levelFieldTitle(const std::string& key)
{
    const auto known =
        std::ranges::find(kLevelFields, std::string_view(key), [](const auto& each) { return each.first; });
    return known == kLevelFields.end() ? qt(key) : Words::tr(known->second);
}

/// "levels.NAME.KEY" taken apart; both empty for fields of the whole accelerator. Names may contain points, keys are
/// known: the longest key that fits ends the path.
struct LevelPath {
    std::string level, key;
};
LevelPath levelPath(const std::string& path)
{
    constexpr std::string_view start = "levels.";
    if (!path.starts_with(start))
        return {};
    for (const auto& [key, title] : kLevelFields)
        if (path.ends_with("." + std::string(key)))
            return {path.substr(start.size(), path.size() - start.size() - key.size() - 1), std::string(key)};
    return {};
}

} // namespace

QString fieldTitle(const std::string& path)
{
    static const std::map<std::string_view, const char*> titles{
        {"run.engine", QT_TRANSLATE_NOOP("Words", "Engine of the run")},
        {"run.objective", QT_TRANSLATE_NOOP("Words", "Objective of the run")},
        {"run.evaluations", QT_TRANSLATE_NOOP("Words", "Evaluations of the run")},
        {"run.seed", QT_TRANSLATE_NOOP("Words", "Seed of the run")},
        {"run.larger_sizes", QT_TRANSLATE_NOOP("Words", "Larger sizes")},
        {"run.bypass", QT_TRANSLATE_NOOP("Words", "Choose bypasses")},
        {"run.fuse_operators", QT_TRANSLATE_NOOP("Words", "Fused operators")},
        {"clock", QT_TRANSLATE_NOOP("Words", "Clock")},
        {"mac.energy", QT_TRANSLATE_NOOP("Words", "Energy per MAC")},
        {"mac.width", QT_TRANSLATE_NOOP("Words", "MAC width")},
        {"mac.leakage", QT_TRANSLATE_NOOP("Words", "Leakage per MAC unit")},
        {"interconnect.flit", QT_TRANSLATE_NOOP("Words", "Network-on-chip flit")},
        {"interconnect.hop", QT_TRANSLATE_NOOP("Words", "Energy per hop over the network-on-chip")},
        {"vector_unit.lanes", QT_TRANSLATE_NOOP("Words", "Lanes of the vector unit")},
        {"vector_unit.operations_per_cycle", QT_TRANSLATE_NOOP("Words", "Operations per cycle of a lane")},
        {"vector_unit.special_operations", QT_TRANSLATE_NOOP("Words", "Operations of a special function")},
        {"vector_unit.energy", QT_TRANSLATE_NOOP("Words", "Energy per vector operation")},
        {"nodes.hop", QT_TRANSLATE_NOOP("Words", "Energy per hop")},
        {"nodes.wires", QT_TRANSLATE_NOOP("Words", "Energy of wires of nodes")},
        {"nodes.idle", QT_TRANSLATE_NOOP("Words", "Idle energy of nodes")},
    };
    if (const auto known = titles.find(path); known != titles.end())
        return Words::tr(known->second);
    const LevelPath parts = levelPath(path);
    return parts.level.empty() ? qt(path) : QStringLiteral("%1 %2").arg(qt(parts.level), levelFieldTitle(parts.key));
}

std::vector<Field> sweepableFields(const hardware::Accelerator& accelerator)
{
    const auto matters = [&](const Field& field) {
        if (field.path.starts_with("interconnect."))
            return !accelerator.interconnect.below.empty();
        const LevelPath parts = levelPath(field.path);
        const auto level = accelerator.findLevel(parts.level);
        if (!level)
            return true;
        const hardware::BufferLevel& buffer = accelerator.levels[level->value];
        for (const TensorRole role : kTensorRoles)
            if (parts.key == "element." + std::string(name(role)))
                return buffer.keeps.contains(role);
        return parts.key != "capacity" || buffer.capacity || buffer.kind != hardware::LevelKind::Dram;
    };
    std::vector<Field> fields = explore::fields(accelerator);
    std::erase_if(fields, [&](const Field& field) { return !matters(field); });
    const std::vector<Field> ofRun = explore::runFields({});
    fields.insert(fields.end(), ofRun.begin(), ofRun.end());
    return fields;
}

QString fieldText(FieldKind kind, double value)
{
    switch (kind) {
    case FieldKind::Bytes: return format::bytes(value);
    case FieldKind::BytesPerCycle: return format::bandwidth(BytesPerCycle{value});
    case FieldKind::BytesPerSecond: return format::bandwidth(BytesPerSecond{value});
    case FieldKind::Picojoules: return format::energy(Picojoules{value});
    case FieldKind::Hertz: return format::si(value, QStringLiteral("Hz"));
    case FieldKind::Bits: return QStringLiteral("%1 bit").arg(value);
    case FieldKind::Count: return format::exactNumber(value, value == std::floor(value) ? 0 : 2);
    case FieldKind::Watts: return format::si(value, QStringLiteral("W"));
    case FieldKind::Engine:
    case FieldKind::Objective:
    case FieldKind::YesNo: break;
    }
    const auto& words = explore::choices(kind);
    return value >= 0 && value < double(words.size()) ? qt(std::string(words[std::size_t(value)])) : QString();
}

QString exactFieldText(FieldKind kind, double value)
{
    if (kind == FieldKind::Bytes)
        return format::exactBytes(Bytes{std::int64_t(value)});
    if (kind == FieldKind::Hertz)
        return format::exactNumber(value, 0) + QStringLiteral(" Hz");
    return kind == FieldKind::Picojoules ? format::exactEnergy(Picojoules{value}) : fieldText(kind, value);
}

QString suggestedValues(const Field& field, const Sweeps& sweeps)
{
    if (const auto& words = explore::choices(field.kind); !words.empty())
        return qt(joinText(words, ", "));
    if (!field.value || *field.value <= 0)
        return {};
    const double low = isWhole(field.kind) ? std::max(1.0, std::floor(*field.value / 2)) : *field.value / 2;
    return QStringLiteral("%1..%2 x2").arg(sweeps.valueText(field.kind, low), sweeps.valueText(field.kind, low * 8));
}

namespace {

void setInvalid(QLineEdit* edit, bool invalid)
{
    if (edit->property("invalid").toBool() == invalid)
        return;
    edit->setProperty("invalid", invalid);
    edit->style()->unpolish(edit);
    edit->style()->polish(edit);
}

/// A part of a title, with or without hyphens: "fanout" is in "fan-out columns".
QString wordPattern(const QString& word)
{
    QString pattern;
    for (const QChar letter : word)
        pattern += QRegularExpression::escape(QString(letter)) + QStringLiteral("-?");
    return pattern;
}

QString presentValue(const explore::Field& field)
{
    return field.value ? fieldText(field.kind, *field.value) : AxisRow::tr("unlimited");
}

} // namespace

AxisRow::AxisRow(const Sweeps& sweeps, QWidget* parent)
    : QWidget(parent), m_sweeps(sweeps), m_field(new QComboBox(this)), m_values(new QLineEdit(this)),
      m_remove(new QToolButton(this)), m_note(new ElidedLabel(this))
{
    named(m_field, "axisField", tr("Field"), tr("The field to vary; type a part of its name to find it"));
    m_field->setEditable(true);
    m_field->setInsertPolicy(QComboBox::NoInsert);
    m_field->setMaxVisibleItems(18);
    m_field->setMinimumContentsLength(14);
    m_field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_field->lineEdit()->setPlaceholderText(tr("field, e.g. GlobalBuffer capacity"));
    completeByWords();
    named(m_values, "axisValues", tr("Values"),
          tr("A list: 32 KiB, 64 KiB\nSteps: 4..40 +4\nA factor: 32 KiB..256 KiB x2"));
    m_values->setMinimumWidth(16 * fontMetrics().averageCharWidth());
    m_values->setPlaceholderText(tr("values, e.g. 32 KiB..256 KiB x2"));
    named(m_remove, "", tr("Remove this axis"), tr("Remove this axis"));
    m_remove->setText(QStringLiteral("\u00d7"));
    m_remove->setAutoRaise(true);
    m_note->setFont(captionFont(font()));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(6);
    layout->setVerticalSpacing(1);
    layout->addWidget(m_field, 0, 0);
    layout->addWidget(m_values, 0, 1);
    layout->addWidget(m_remove, 0, 2);
    layout->addWidget(m_note, 1, 0, 1, 3);
    layout->setColumnStretch(0, 5);
    layout->setColumnStretch(1, 5);
    connect(m_field, &QComboBox::activated, this, &AxisRow::suggest);
    connect(m_field->lineEdit(), &QLineEdit::editingFinished, this, &AxisRow::takeTyped);
    connect(m_values, &QLineEdit::textChanged, this, &AxisRow::check);
    connect(m_remove, &QToolButton::clicked, this, &AxisRow::removeRequested);
}

QWidget* AxisRow::tabAfter(QWidget* before)
{
    setTabOrder(before, m_field);
    setTabOrder(m_field, m_values);
    setTabOrder(m_values, m_remove);
    return m_remove;
}

/// "glob cap" lists the capacity of GlobalBuffer.
void AxisRow::completeByWords()
{
    auto* fitting = new QSortFilterProxyModel(this);
    fitting->setSourceModel(m_field->model());
    auto* completer = new QCompleter(fitting, this);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_field->setCompleter(completer);
    connect(m_field->lineEdit(), &QLineEdit::textEdited, fitting, [fitting](const QString& typed) {
        QString all;
        for (const QString& word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            all += QStringLiteral("(?=.*%1)").arg(wordPattern(word));
        fitting->setFilterRegularExpression(
            QRegularExpression(QLatin1Char('^') + all, QRegularExpression::CaseInsensitiveOption));
    });
}

void AxisRow::setFields(const std::vector<explore::Field>& fields)
{
    m_fields = fields;
    const QSignalBlocker blocker(m_field);
    m_field->clear();
    for (const explore::Field& each : m_fields)
        m_field->addItem(tr("%1 (%2)").arg(fieldTitle(each.path), presentValue(each)), qt(each.path));
    m_field->setCurrentIndex(m_wanted.isEmpty() ? -1 : m_field->findData(m_wanted));
    if (m_field->currentIndex() < 0)
        m_field->setEditText(m_wanted.isEmpty() ? QString() : fieldTitle(m_wanted.toStdString()));
    m_field->lineEdit()->setCursorPosition(0); // a long name shows its beginning
    check();
}

const explore::Field* AxisRow::field() const
{
    const int index = m_field->currentIndex();
    return index >= 0 && index < int(m_fields.size()) ? &m_fields[std::size_t(index)] : nullptr;
}

void AxisRow::chooseField(const std::string& path)
{
    m_field->setCurrentIndex(m_field->findData(qt(path)));
    m_field->lineEdit()->setCursorPosition(0);
    suggest();
}

void AxisRow::show(const QString& path, const QString& values)
{
    m_wanted = path;
    const QSignalBlocker blocker(m_values);
    m_values->setText(values);
    m_values->setCursorPosition(0);
    setFields(std::vector(m_fields));
}

/// A path, or words that one title only has; of anything else the last choice comes back, or without one it stays and
/// says so.
void AxisRow::takeTyped()
{
    const QString typed = m_field->currentText().trimmed();
    int found = m_field->findData(typed);
    if (found < 0 && !typed.isEmpty()) {
        static const QRegularExpression apart(QStringLiteral("[ .]"));
        std::vector<QRegularExpression> words;
        for (const QString& word : typed.split(apart, Qt::SkipEmptyParts)) // "GlobalBuffer.capacity", too
            words.emplace_back(wordPattern(word), QRegularExpression::CaseInsensitiveOption);
        std::vector<int> fitting;
        for (int i = 0; i < m_field->count(); ++i)
            if (const QString title = m_field->itemText(i);
                std::ranges::all_of(words, [&](const QRegularExpression& word) { return title.contains(word); }))
                fitting.push_back(i);
        found = fitting.size() == 1 ? fitting.front() : -1;
    }
    const bool isNew = found >= 0 && found != m_field->currentIndex();
    if (isNew)
        m_field->setCurrentIndex(found);
    const bool isUnknown = field() == nullptr && !typed.isEmpty() && fieldTitle(m_wanted.toStdString()) != typed;
    if (field() != nullptr)
        m_wanted = qt(field()->path);
    else if (isUnknown)
        m_wanted = typed;
    if (field() != nullptr)
        m_field->setEditText(m_field->itemText(m_field->currentIndex()));
    m_field->lineEdit()->setCursorPosition(0);
    if (isNew && m_values->text().isEmpty())
        suggest();
    else if (isNew || isUnknown)
        check();
}

void AxisRow::suggest()
{
    if (const explore::Field* chosen = field()) {
        m_wanted = qt(chosen->path);
        const bool isTyped = m_values->isModified() && !m_values->text().trimmed().isEmpty();
        if (!isTyped) { // words of the user stay, and are marked where they do not fit
            m_values->setText(suggestedValues(*chosen, m_sweeps));
            m_values->setCursorPosition(0);
        }
    }
    check();
}

Result<explore::Axis> AxisRow::axis() const
{
    const explore::Field* chosen = field();
    if (!chosen)
        return Error{ErrorCode::InvalidInput,
                     m_wanted.isEmpty() ? "choose a field for every axis, or remove the axis"
                                        : "no field, or more than one, is called '" + m_wanted.toStdString() + "'",
                     ""};
    auto axis = m_sweeps.parseAxis(*chosen, m_values->text());
    if (!axis)
        return Error{ErrorCode::InvalidInput, axis.error().message, fieldTitle(chosen->path).toStdString()};
    return axis;
}

std::string AxisRow::path() const { return field() ? field()->path : std::string(); }

bool AxisRow::isBlank() const
{
    return field() == nullptr && m_field->currentText().isEmpty() && m_values->text().isEmpty();
}

void AxisRow::check()
{
    const explore::Field* chosen = field();
    const auto parsed = axis();
    setInvalid(m_values, chosen && !parsed);
    if (parsed) {
        QStringList texts;
        for (const double value : parsed->values) {
            texts << fieldText(kindOf(*chosen, *parsed), value);
            if (texts.size() == 40) // more than anyone reads
                break;
        }
        m_note->setRole(QPalette::PlaceholderText);
        m_note->setText(parsed->values.size() == 1
                            ? tr("1 value: %1").arg(texts.first())
                            : tr("%1 values: %2").arg(parsed->values.size()).arg(texts.join(QStringLiteral(", "))));
    } else {
        m_note->setRole(QPalette::BrightText);
        m_note->setText(chosen || !m_wanted.isEmpty() ? qt(parsed.error().message) : QString());
    }
    Q_EMIT changed();
}

} // namespace nestloom::ui
