// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/network/sizes_bar.h"

#include "ui/style/words.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/live_preview.h"
#include "ui/workbench/workbench.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr int kImageStep = 32; // pixels: what most networks fold an image by

QString titleOf(const QString& key)
{
    return key == QLatin1String("image")    ? SizesBar::tr("Image")
           : key == QLatin1String("tokens") ? SizesBar::tr("Tokens")
           : key == QLatin1String("batch")  ? SizesBar::tr("Batch")
                                            : SizesBar::tr("Context");
}

QString meaningOf(const QString& key)
{
    return key == QLatin1String("image")    ? SizesBar::tr("Height and width of the input, in pixels")
           : key == QLatin1String("batch")  ? SizesBar::tr("Inputs that are worked on together")
           : key == QLatin1String("tokens") ? SizesBar::tr("Tokens that are worked on together: 1 when it generates")
                                            : SizesBar::tr("Tokens before them, whose keys and values are there");
}

} // namespace

SizesBar::SizesBar(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_row(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("networkSizes"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(8);
    m_keep = toolButton(tr("Keep"),
                        tr("Keep this size on the list: the next change makes another one. Several can be "
                           "swept together"),
                        "keepSize");
    m_row->addWidget(m_keep);
    m_row->addStretch();
    connect(m_keep, &QToolButton::clicked, this, &SizesBar::keep);
    connect(&workbench, &Workbench::networkChanged, this, &SizesBar::refresh);
    refresh();
}

void SizesBar::refresh()
{
    const std::vector<NetworkEntry>& listed = m_workbench.library().networks();
    const QString name = qt(m_workbench.chosenNetwork().name), text = qt(m_workbench.chosenNetworkYaml());
    // Of a stored run the text is another; a name with sizes says what the network is.
    auto entry = std::ranges::find_if(listed, [&](const NetworkEntry& e) { return e.name == name && e.yaml == text; });
    if (entry == listed.end())
        entry = std::ranges::find(listed, name, &NetworkEntry::name);
    m_entry = entry == listed.end() ? NetworkEntry{} : *entry;
    const std::vector<NetworkSize> sizes = m_workbench.session().networkSizes(m_entry.yaml);
    setVisible(!sizes.empty() && qt(m_workbench.network().name) == name); // and not of another one that was opened
    m_keep->setEnabled(!baseOf(m_entry).isEmpty() && !isKept(m_entry));
    if (!std::ranges::equal(sizes, m_fields, {}, &NetworkSize::key, &Field::key)) {
        for (const Field& field : m_fields) {
            delete field.title;
            field.box->hide();
            field.box->deleteLater(); // it may be what has just been changed
        }
        m_fields.clear();
        for (const NetworkSize& size : sizes)
            addField(size);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const QSignalBlocker quiet(m_fields[i].box);
        m_fields[i].box->setRange(int(sizes[i].least), int(sizes[i].most));
        m_fields[i].box->setSingleStep(sizes[i].key == QLatin1String("image") ? std::max(kImageStep, int(sizes[i].step))
                                                                              : 1);
        m_fields[i].box->setValue(int(sizes[i].value));
    }
}

void SizesBar::addField(const NetworkSize& size)
{
    auto* box = new QSpinBox(this);
    box->setObjectName(QStringLiteral("size:") + size.key);
    box->setAccessibleName(titleOf(size.key));
    box->setToolTip(meaningOf(size.key));
    box->setGroupSeparatorShown(true);
    box->setKeyboardTracking(false);
    if (size.key == QLatin1String("image"))
        box->setSuffix(tr(" px"));
    else
        box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    auto* title = new QLabel(titleOf(size.key), this);
    title->setBuddy(box);
    m_row->insertWidget(m_row->count() - 2, title); // before the button and what is left of the row
    m_row->insertWidget(m_row->count() - 2, box);
    m_fields.push_back({size.key, title, box});
    connect(box, &QSpinBox::valueChanged, this, &SizesBar::choose);
}

/// The network with the sizes that the fields say.
void SizesBar::choose()
{
    Library& library = m_workbench.library();
    NetworkEntry base = m_entry;
    if (const auto index = library.findNetwork(baseOf(m_entry)))
        base = library.networks()[*index];
    std::map<QString, qint64> changed; // from the base
    for (const NetworkSize& size : m_workbench.session().networkSizes(base.yaml))
        if (const auto field = std::ranges::find(m_fields, size.key, &Field::key);
            field != m_fields.end() && field->box->value() != size.value)
            changed[size.key] = field->box->value();
    if (changed.empty()) {
        take(base);
        return;
    }
    const auto yaml = m_workbench.session().withSizes(base.yaml, changed);
    const auto network = yaml ? m_workbench.session().parseNetwork(*yaml, base.name) : yaml.error();
    if (!network) {
        Q_EMIT m_workbench.problem(qt(network.error().text()));
        return refresh();
    }
    take(library.addSized(base.name, qt(network->name), *yaml, false));
}

/// A size is an edit: what is shown is mapped anew.
void SizesBar::take(const NetworkEntry& entry)
{
    const bool wasMapped = !m_workbench.run().isEmpty();
    if (m_workbench.chooseNetwork(entry) && wasMapped)
        m_workbench.live().follow();
}

void SizesBar::keep()
{
    m_workbench.chooseNetwork(
        m_workbench.library().addSized(baseOf(m_entry), m_entry.name, m_entry.yaml, true)); // under another path
}

} // namespace nestloom::ui
