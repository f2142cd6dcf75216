// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_form.h"

#include "ui/features/accelerator/field_row.h"
#include "ui/features/accelerator/level_actions.h"
#include "ui/parts/constraints_group.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/format.h"
#include "ui/widgets/collapsible_group.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

namespace {

/// "10 B/cycle = 10 GB/s".
QString rateText(const std::optional<BytesPerCycle>& rate, double instances, Hertz clock)
{
    if (!rate)
        return DerivedValues::tr("unlimited");
    const double total = rate->count * instances;
    // Two lines: side by side they would take room from the fields of the form.
    return DerivedValues::tr("%1\n%2").arg(format::bandwidth(BytesPerCycle{total}),
                                           format::si(total * clock.count, QStringLiteral("B/s")));
}

/// Bytes on chip per PE, where the children of the interconnect are the PEs.
QString bytesPerPe(const hardware::Accelerator& accelerator)
{
    const auto above = accelerator.findLevel(accelerator.interconnect.below);
    if (!above || accelerator.interconnect.below.empty())
        return format::kNoValue;
    Bytes sum{};
    const std::int64_t pes = accelerator.instances(std::size_t(above->value) + 1);
    for (std::size_t i = above->value + 1; i < accelerator.levels.size() && pes > 0; ++i)
        if (accelerator.levels[i].capacity)
            sum += *accelerator.levels[i].capacity * (accelerator.instances(i) / pes);
    return format::bytes(sum);
}

/// Multiply-accumulates for each byte from the outermost level at which the roofline bends.
QString ridgePoint(const hardware::Accelerator& accelerator)
{
    const auto rate = accelerator.readRate(0);
    if (!rate)
        return DerivedValues::tr("none: unlimited");
    if (!(rate->count > 0))
        return format::kNoValue; // a value that is refused
    return format::si(double(accelerator.macUnits()) / rate->count, QStringLiteral("MAC/B"));
}

} // namespace

DerivedValues::DerivedValues(QWidget* parent) : QFrame(parent)
{
    setProperty("card", true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 8, 12, 10);
    layout->setHorizontalSpacing(12);
    layout->setVerticalSpacing(4);
    const std::array<QString, 8> names{tr("MAC per cycle"), tr("Peak rate"),  tr("On-chip memory"), tr("Memory per PE"),
                                       tr("DRAM read"),     tr("DRAM write"), tr("Ridge point"),    tr("Area")};
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto* name = new QLabel(names[i], this);
        name->setProperty("muted", true);
        m_values[i] = new QLabel(this);
        m_values[i]->setAlignment(Qt::AlignRight);
        m_values[i]->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_values[i]->setContextMenuPolicy(Qt::NoContextMenu); // that of the whole is shown
        layout->addWidget(name, int(i) + 1, 0);
        layout->addWidget(m_values[i], int(i) + 1, 1);
    }
    layout->setColumnStretch(1, 1);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(explainAction(this, "explainDerived", tr("Explain these numbers")), &QAction::triggered, this,
            [this] { explainAccelerator(window(), m_shown); });
}

void DerivedValues::show(const hardware::Accelerator& accelerator)
{
    m_shown = accelerator;
    const bool usable = !accelerator.levels.empty();
    setVisible(usable);
    if (!usable)
        return;
    const double units = double(accelerator.macUnits());
    m_values[0]->setText(format::integer(accelerator.macUnits()));
    m_values[1]->setText(format::si(units * accelerator.clock.count, QStringLiteral("MAC/s")));
    m_values[2]->setText(format::bytes(accelerator.onChipBytes()));
    m_values[2]->setToolTip(format::exactBytes(accelerator.onChipBytes()));
    m_values[3]->setText(bytesPerPe(accelerator));
    m_values[4]->setText(rateText(accelerator.readRate(0), 1, accelerator.clock));
    m_values[5]->setText(rateText(accelerator.writeRate(0), 1, accelerator.clock));
    m_values[6]->setText(ridgePoint(accelerator));
    m_words =
        accelerator.readRate(0) ? tr("%1, %2").arg(m_values[1]->text(), m_values[6]->text()) : m_values[1]->text();
    m_values[6]->setToolTip(tr("MAC units over the read bandwidth of %1: a layer with fewer multiply-accumulates for "
                               "each byte it reads is bound by that bandwidth, however it is mapped.")
                                .arg(qt(accelerator.levels.front().name)));
    const auto area = hardware::chipArea(accelerator);
    m_values[7]->setText(area                         ? format::area(*area)
                         : accelerator.area.isEmpty() ? tr("no area table")
                                                      : tr("not known: the area table has gaps"));
    m_values[7]->setToolTip(area ? tr("Buffers and MAC units, without wires, network-on-chip and control. %1")
                                       .arg(qt(accelerator.area.source))
                                 : tr("State the areas and their source in the group Area."));
}

AcceleratorForm::AcceleratorForm(AcceleratorDocument& document, const Session& session, QWidget* parent)
    : QScrollArea(parent), m_document(document), m_session(session), m_levelActions(new LevelActions(this)),
      m_layout(nullptr), m_general(new QLabel), m_constraints(new ConstraintsGroup(tr("Constraints on mappings"))),
      m_derivedGroup(new CollapsibleGroup(tr("Derived"))), m_derived(new DerivedValues)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    m_layout = new QVBoxLayout(body);
    m_layout->setContentsMargins(8, 8, 6, 8);
    m_layout->setSpacing(6);
    m_general->setProperty("warning", true);
    m_general->setWordWrap(true);
    m_layout->addWidget(m_general);
    m_derivedGroup->add(m_derived);
    m_derivedGroup->setExpanded(false); // its heading has the two that are looked at most
    m_layout->addWidget(m_derivedGroup);
    m_layout->addWidget(m_constraints);
    m_layout->addStretch(1);
    setWidget(body);
    m_levelActions->setDocument(&m_document);
    connect(m_levelActions, &LevelActions::edited, this,
            [this](std::size_t level) { focusField(QStringLiteral("levels[%1].name").arg(level)); });
    connect(m_levelActions, &LevelActions::renameRequested, this,
            [this](std::size_t level) { focusField(QStringLiteral("levels[%1].name").arg(level)); });
    connect(m_constraints, &ConstraintsGroup::edited, this, &AcceleratorForm::editConstraints);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &AcceleratorForm::makeRowsInSight);
    connect(&m_document, &AcceleratorDocument::changed, this, &AcceleratorForm::refresh);
    connect(&m_document, &AcceleratorDocument::lookedAt, this, &AcceleratorForm::reveal);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) { followFocus(now); });
}

void AcceleratorForm::refresh()
{
    if (m_rows == nullptr || (!haveSameForm(m_shape, m_document.value()) && !isBeingTyped()))
        rebuild();
    m_problems = m_document.problems();
    for (Group& group : m_groups) {
        if (hasProblem(group)) {
            makeRows(group);
            group.widget->setExpanded(true);
        }
        for (FieldRow* row : group.rows)
            row->refresh(m_problems);
    }
    QStringList elsewhere; // broken rules that no field can show
    for (const FieldProblem& problem : m_problems)
        if (!hasField(problem.key) && !problem.key.startsWith(QLatin1String("constraints")))
            elsewhere << problem.message;
    m_general->setText(elsewhere.join(QLatin1Char('\n')));
    m_general->setVisible(!elsewhere.isEmpty());
    refreshNotes();
    m_constraints->setAccelerator(m_document.value());
    m_constraints->setLines(m_document.value().constraints);
    m_derived->show(m_document.value());
    m_derivedGroup->setVisible(!m_document.value().levels.empty());
    m_derivedGroup->setNote(m_derived->words());
}

/// "1" on the way to "16 x 16" would take away a row, and the field with it: the rows follow when the field is left.
bool AcceleratorForm::isBeingTyped() const
{
    return std::ranges::any_of(m_groups, [](const Group& group) {
        return std::ranges::any_of(group.rows, [](const FieldRow* row) { return row->isTyping() && !row->isChoice(); });
    });
}

void AcceleratorForm::onFieldFinished()
{
    if (!haveSameForm(m_shape, m_document.value()))
        QTimer::singleShot(0, this, &AcceleratorForm::refresh);
}

bool AcceleratorForm::hasField(const QString& problemKey) const
{
    return std::ranges::any_of(m_groups, [&](const Group& group) {
        const auto& fields = group.described.fields;
        return std::ranges::any_of(fields, [&](const FieldSpec& field) { return belongsTo(problemKey, field.key); });
    });
}

bool AcceleratorForm::hasProblem(const Group& group) const
{
    const auto& fields = group.described.fields;
    return std::ranges::any_of(fields, [this](const FieldSpec& field) {
        return m_document.state().rejected.count(field.key) > 0
               || std::ranges::any_of(m_problems,
                                      [&](const FieldProblem& problem) { return belongsTo(problem.key, field.key); });
    });
}

void AcceleratorForm::editConstraints()
{
    hardware::Accelerator value = m_document.value();
    value.constraints = m_constraints->lines();
    if (value.constraints != m_document.value().constraints)
        m_document.setValue(QStringLiteral("constraints"), value);
}

void AcceleratorForm::rebuild()
{
    m_shape = m_document.value();
    const QString chosen = clearRows();
    m_rows = new QWidget(widget()); // with parents at once: styled once
    auto* layout = new QVBoxLayout(m_rows);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    for (FieldGroup& described : describeFields(m_shape, m_session)) {
        Group group{std::move(described), nullptr};
        group.widget = new CollapsibleGroup(group.described.title, m_rows);
        if (group.described.level)
            addLevelMenu(group);
        if (group.described.key == QLatin1String("area"))
            group.widget->setExpanded(!m_shape.area.isEmpty());
        reserveRoom(group);
        layout->addWidget(group.widget);
        m_groups.push_back(std::move(group));
    }
    m_layout->insertWidget(m_layout->indexOf(m_constraints), m_rows);
    if (const Group* current = groupOf(m_document.lookedAtKey()))
        current->widget->setCurrent(true);
    if (!chosen.isEmpty())
        QTimer::singleShot(0, this, [this, chosen] { focusField(chosen); });
}

/// Key of the field that has the focus; empty = none.
QString AcceleratorForm::clearRows()
{
    QString chosen;
    for (const Group& group : m_groups)
        for (FieldRow* row : group.rows) {
            if (row->hasFieldFocus())
                chosen = row->key();
            row->retire();
        }
    m_groups.clear();
    if (m_rows != nullptr) {
        m_rows->hide(); // or it takes room until it is gone
        m_rows->deleteLater();
    }
    return chosen;
}

void AcceleratorForm::reserveRoom(const Group& group)
{
    if (group.rows.empty())
        group.widget->reserve(int(group.described.fields.size()), m_rowHeight);
}

void AcceleratorForm::makeRows(Group& group)
{
    if (!group.rows.empty())
        return;
    group.widget->reserve(0, 0);
    QWidget* before = group.widget->lastOfHead();
    for (const FieldSpec& spec : group.described.fields) {
        auto* row = new FieldRow(spec, m_document, group.widget);
        group.widget->add(row);
        row->refresh(m_problems);
        connect(row, &FieldRow::finished, this, &AcceleratorForm::onFieldFinished);
        before = row->followInTabOrder(before);
        row->show(); // at once: it takes the room that was kept for it
        group.rows.push_back(row);
    }
}

bool AcceleratorForm::makeRowsOf(const QString& key)
{
    Group* group = groupOf(key);
    if (group != nullptr)
        makeRows(*group);
    return group != nullptr;
}

/// One group in each turn of the event loop: what is there is seen and used while the next rows are made. They move
/// those below when they turn out higher than the room that was kept for them.
void AcceleratorForm::makeRowsInSight()
{
    if (m_making)
        return;
    m_making = true;
    QTimer::singleShot(0, this, [this] {
        m_layout->activate();
        const auto inSight = [this](const Group& group) {
            const QRect place(group.widget->mapTo(viewport(), QPoint(0, 0)), group.widget->size());
            return group.rows.empty() && group.widget->isVisible() && group.widget->isExpanded()
                   && place.intersects(viewport()->rect());
        };
        const auto next = std::ranges::find_if(m_groups, inSight);
        if (next != m_groups.end()) {
            makeRows(*next);
            if (const int height = next->rows.front()->sizeHint().height(); height != m_rowHeight) {
                m_rowHeight = height;
                for (const Group& other : m_groups)
                    reserveRoom(other);
            }
        }
        m_making = false;
        if (next != m_groups.end())
            makeRowsInSight();
    });
}

bool AcceleratorForm::eventFilter(QObject* watched, QEvent* event)
{
    const bool done = QScrollArea::eventFilter(watched, event);
    const QEvent::Type type = event->type();
    if (watched == widget() && (type == QEvent::Show || type == QEvent::Resize || type == QEvent::LayoutRequest))
        makeRowsInSight();
    return done;
}

void AcceleratorForm::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    makeRowsInSight();
}

/// The actions work on the level whose group has the focus or whose menu is open.
void AcceleratorForm::addLevelMenu(const Group& group)
{
    auto* menu = new QMenu(group.widget);
    menu->addActions(m_levelActions->all());
    connect(menu, &QMenu::aboutToShow, this,
            [this, level = group.described.level] { m_levelActions->setLevel(level); });
    group.widget->setMenu(menu);
    group.widget->addActions(m_levelActions->all()); // their keys
}

void AcceleratorForm::refreshNotes()
{
    const hardware::Accelerator& accelerator = m_document.value();
    for (const Group& group : m_groups) {
        if (group.described.key == QLatin1String("area"))
            group.widget->setNote(accelerator.area.isEmpty() ? tr("no area table") : QString());
        if (!group.described.level)
            continue;
        group.widget->setTitle(qt(accelerator.levels[*group.described.level].name));
        const std::int64_t count = accelerator.instances(*group.described.level);
        const auto& capacity = accelerator.levels[*group.described.level].capacity;
        QString note = capacity ? format::bytes(*capacity) : tr("unbounded");
        if (count > 1)
            note = tr("%1 x %2").arg(format::integer(count), note);
        group.widget->setNote(note);
    }
}

/// The group with this key, or with the field of this key.
AcceleratorForm::Group* AcceleratorForm::groupOf(const QString& key)
{
    for (Group& group : m_groups) {
        if (!key.isEmpty() && group.described.key == key)
            return &group;
        for (const FieldSpec& field : group.described.fields)
            if (belongsTo(key, field.key) || field.key.startsWith(key + QLatin1Char('.')))
                return &group;
    }
    return nullptr;
}

/// Opens the group that the user looks at elsewhere and scrolls to it; the cursor stays where it is.
void AcceleratorForm::reveal(const QString& key)
{
    Group* shown = groupOf(key);
    for (const Group& group : m_groups)
        group.widget->setCurrent(&group == shown);
    if (shown == nullptr || shown->widget->isAncestorOf(QApplication::focusWidget()))
        return;
    shown->widget->setExpanded(true);
    QTimer::singleShot(0, shown->widget, [this, widget = shown->widget] { // once it has its place
        m_layout->activate();
        const QPoint top = widget->mapTo(this->widget(), QPoint(0, 0));
        ensureVisible(0, top.y() + widget->height(), 0, 8);
        ensureVisible(0, top.y(), 0, 8);
    });
}

void AcceleratorForm::followFocus(const QWidget* focused)
{
    if (focused != nullptr && !isAncestorOf(focused))
        for (const Group& group : m_groups)
            for (FieldRow* row : group.rows)
                row->keepRoom(false);
    if (focused == nullptr || !isAncestorOf(focused))
        return;
    for (const Group& group : m_groups) {
        if (!group.widget->isAncestorOf(focused))
            continue;
        m_levelActions->setLevel(group.described.level);
        QString key = group.described.key;
        for (const FieldRow* row : group.rows)
            if (row->isAncestorOf(focused) && !group.described.level)
                key = row->key();
        if (key != m_document.lookedAtKey())
            m_document.lookAt(key);
    }
}

bool AcceleratorForm::focusField(const QString& key)
{
    if (key.startsWith(QLatin1String("constraints"))) {
        m_constraints->takeFocus();
        ensureWidgetVisible(m_constraints);
        return true;
    }
    Group* group = groupOf(key);
    if (group == nullptr || group->described.fields.empty())
        return false;
    group->widget->setExpanded(true);
    makeRows(*group);
    m_layout->activate(); // or they have no place yet
    // Of a level as a whole the first number is meant, not the name.
    FieldRow* target = group->rows[group->described.level && group->rows.size() > 1 ? 1 : 0];
    for (FieldRow* row : group->rows)
        if (belongsTo(key, row->key()) || (!group->described.level && row->key().startsWith(key + QLatin1Char('.')))) {
            target = row;
            break;
        }
    ensureWidgetVisible(target);
    target->takeFocus();
    return true;
}

} // namespace nestloom::ui
